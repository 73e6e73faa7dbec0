/** The broker's image: its entrypoint as a process, and as a container where there is an engine. */
package io.meshbus.bed.broker;

/** Beds of what flows: events, dead letters, work and calls. */
package io.meshbus.bed.flow;

/**
 * What beds stand on: the command as a user runs it, and a mesh raised with it in a directory of its own. In: a directory
 * and a definition. Out: processes that end with the bed.
 */
package io.meshbus.bed;

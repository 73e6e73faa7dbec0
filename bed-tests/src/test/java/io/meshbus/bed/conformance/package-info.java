/**
 * Conformance of implementations of the wire (spec 4.4). In: the fixtures, a real server with a composed mesh, and peers
 * that say what they claim. Out: for each peer and capability, whether every case was produced and understood byte for
 * byte.
 */
package io.meshbus.bed.conformance;

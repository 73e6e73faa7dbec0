/**
 * The genesis bed: what a server raised from nothing proves by itself, and every attack that was measured against one
 * account with JetStream, made with plain clients under the real principals of a raised mesh (issue 4, spec 2.5).
 */
package io.meshbus.bed.genesis;

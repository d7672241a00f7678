/**
 * Bytes that programs copy and compute from their inputs, seen by a Valgrind tool of this module,
 * as SPADE's DataTracker sees them with Pin.
 */
package org.colophon.reporters.bytes;

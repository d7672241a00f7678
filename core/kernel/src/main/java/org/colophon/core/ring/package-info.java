/**
 * The LMAX Disruptor ring between reporters and the kernel's one thread: preallocated slots, range
 * claims, and the rule that a slot's place in the ring is its LSN.
 */
package org.colophon.core.ring;

// SPDX-License-Identifier: Apache-2.0
/**
 * LMAX Disruptor ring between reporters and the kernel's one thread. Slots are preallocated and
 * claimed in ranges, and a slot's place in the ring is its LSN.
 */
@NullMarked
package org.colophon.core.ring;

import org.jspecify.annotations.NullMarked;

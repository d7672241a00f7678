// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.util.BitSet;

/**
 * Ids that may be active in a range of times. All others are not.
 *
 * @param processes processes that may have run at a time of the range
 * @param objects objects that may have been declared or accessed at a time of the range
 */
public record ActiveIds(BitSet processes, BitSet objects) {}

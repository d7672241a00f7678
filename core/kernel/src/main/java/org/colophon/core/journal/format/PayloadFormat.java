// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

/**
 * Payload format of a frame, shared by encoder and decoder. Every record begins with a tag byte:
 *
 * <pre>
 *   1tlsssss                  a repeated access: tuple slot s; then l: lsn, t: time
 *   0tlccccc                  record type code c; then l: lsn, t: time; then the type's fields
 *   l = 0: the LSN is one more than the record's before; l = 1: a varint has the difference
 *   t = 0: the time is that of the record before; t = 1: a zigzag varint has the difference
 * </pre>
 *
 * Process and object ids are zigzag varints of the difference to the previous id of the same sort.
 * A full access puts its (process, object, kind and openness, bytes) into the slot of {@link
 * #tupleSlot}. When the same tuple repeats, the tag alone encodes it. Each frame starts with empty
 * slots, so that it can be read without earlier ones.
 */
final class PayloadFormat {
  static final int REPEAT = 0x80;
  static final int HAS_TIME = 0x40;
  static final int HAS_LSN = 0x20;
  static final int LOW_BITS = 0x1f;
  static final int FLAGS = HAS_TIME | HAS_LSN;

  /** Type code of a position, which the journal and reporters use but adapters never see. */
  static final int POSITION = 16;

  static final int TUPLES = 32;
  static final int TUPLE_FIELDS = 4;

  /** Flag in the byte that holds the kind and openness of an access. */
  static final int OPEN_BIT = 0x40;

  private PayloadFormat() {}

  static int tupleSlot(long process, long object, int kindAndOpen) {
    long mixed = (process * 31 + object) * 8 + kindAndOpen;
    return (int) ((mixed * 0x9E3779B97F4A7C15L) >>> 59);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.format;

import java.util.List;
import org.colophon.core.model.AccessMode;

/**
 * The durable layout, version 4; docs/reference/store-formats.md explains the terms.
 *
 * <pre>
 * FORMAT file        "colophon-rocksdb 4\n"
 *
 * by_object,         key    group: 8 | class: 1 | first LSN of the seal: 8     (big-endian)
 * by_process         value  base LSN, base ms, n, n x (id step, length * 2 + has updates), items
 *                           or 0 and a packed value, see GroupPacker; not in versions 1 to 3
 *
 * later_by_object,   the same, for groups with facts in an earlier seal; not in versions 1, 2
 * later_by_process   key    group: 8 | class + 16: 1 | first LSN of the seal: 8
 *                    value  first LSN of the facts, for a value with facts from before its seal
 *
 * paths              key    'B' | path | 0 | stamp: 8     value  object
 *                    key    'P' | path | 0 | stamp: 8     value  type, object, other path
 *
 * lookup             key    'o' | object identity         value  object
 *                    key    'p' | process identity        value  process
 *                    key    'i' | pid / 256: 8 | first LSN of the seal: 8
 *                    value  n, pid modulo 256 of n processes, n processes
 *                    key    'e' | executable | 0 | first LSN of the seal: 8
 *                    value  n, n processes
 *                    key    'q' | pid: 8 | process: 8     value  empty; only in versions 1 to 3
 *                    key    'S'                           value  a copy of that in default
 *
 * extended           key    'x' | stamp: 8                value  process, object, type, data
 *                    key    'o' | object: 8 | stamp: 8    value  empty
 *                    key    'p' | process: 8 | stamp: 8   value  empty
 *
 * default            key    'S'                           value  held LSN and counters
 *                    key    's' | stamp: 8                value  snapshot: time, name
 *                    key    'g' | stamp: 8                value  gap: process, cause, count
 *                    key    't' | first LSN of the seal   value  time segments
 *                    key    'r' | first LSN of the seal   value  smallest ms, largest - smallest
 *                    key    'a' | first LSN of the seal   value  times, ends, open accesses
 *                    key    'i' | first LSN of the seal   value  steps of groups in by_object
 *                    key    'v'                           value  first LSN of seals of version 4
 * </pre>
 *
 * <p>Numbers in values are varints, zigzag (z) if they may be negative; a group is 64 consecutive
 * ids; a stamp is an LSN followed by the place among the records that share the LSN. An access in
 * 'a' is mode * 4 + 2 if it began before the seal + 1 if it has no end (one byte), process, object,
 * z begin - seal. The items of the classes of facts, with LSNs and times from the bases of the
 * value:
 *
 * <pre>
 * run      other id, then see RunEncoder
 * node     1, z LSN, an object's kind, identity, label
 *             or a process's identity, z pid, executable, n, arguments, directory, z start ns
 *          2, z LSN, time, z exit status
 * cut      process, z begin, z end, time
 * cause    other, link kind or for objects the process, z LSN, time     (effect: the same)
 * bind     z stamp, path
 * note     z stamp, other id, type, data; at an object only if the other id, its process, is 0
 * time     0 if unknown, else z (ms - base) + 1
 * </pre>
 */
public final class StoreFormat {
  public static final int VERSION = 4;

  /** The first version with families for later facts. */
  public static final int LATER_FAMILIES = 3;

  /** Number of lower bits in which the ids of a group differ. */
  public static final int GROUP_BITS = 6;

  public static final int GROUP_SIZE = 1 << GROUP_BITS;

  // Column families by position in NAMES, which is also the id that RocksDB gives them.
  public static final int META = 0;
  public static final int BY_OBJECT = 1;
  public static final int BY_PROCESS = 2;
  public static final int PATHS = 3;
  public static final int LOOKUP = 4;
  public static final int EXTENDED = 5;
  public static final List<String> NAMES =
      List.of(
          "default",
          "by_object",
          "by_process",
          "paths",
          "lookup",
          "extended",
          "later_by_object",
          "later_by_process");

  /** The families of versions 1 and 2. */
  public static final List<String> OLDER_NAMES = NAMES.subList(0, EXTENDED + 1);

  // Classes of facts: access modes come first, under their own codes.
  public static final int NODE = AccessMode.COUNT;
  public static final int CUTS = AccessMode.COUNT + 1;
  public static final int CAUSES = AccessMode.COUNT + 2;
  public static final int EFFECTS = AccessMode.COUNT + 3;
  public static final int BINDS = AccessMode.COUNT + 4;

  /** Short extended records; version 1 stores all as long ones. */
  public static final int NOTES = AccessMode.COUNT + 5;

  public static final int CLASS_BITS = 4;

  /** Added to a class in the key of a mark for a value with facts that began before its seal. */
  public static final int BEGAN_EARLIER = 1 << CLASS_BITS;

  /** Bound of the type and data of an extended record that is stored as a fact. */
  public static final int MAX_NOTE_BYTES = 256;

  // Items of NODE.
  public static final int DECLARED = 1;
  public static final int ENDED = 2;

  // Forms of an entry of a run.
  public static final byte SINGLE = 0;
  public static final byte OPEN = 1;
  public static final byte CLOSED = 2;
  public static final byte UPDATE = 3;

  // Key ranges.
  public static final byte BOUND = 'B';
  public static final byte PREFIX_EVENT = 'P';
  public static final byte OBJECT_KEY = 'o';
  public static final byte PROCESS_KEY = 'p';

  /** Process ids of earlier versions; {@link #PIDS_KEY} replaces it. */
  public static final byte PID_KEY = 'q';

  public static final byte PIDS_KEY = 'i';
  public static final byte EXECUTABLES_KEY = 'e';
  public static final byte BLOB_KEY = 'x';
  public static final byte STATE_KEY = 'S';
  public static final byte SNAPSHOT_KEY = 's';
  public static final byte GAP_KEY = 'g';
  public static final byte TIME_KEY = 't';
  public static final byte TIME_RANGE_KEY = 'r';
  public static final byte SPANS_KEY = 'a';
  public static final byte GROUPS_KEY = 'i';

  /** Has the first LSN whose seals have all keys of version 4; absent in stores without others. */
  public static final byte MARKED_KEY = 'v';

  /** Number of lower bits in which the process ids of a list differ. */
  public static final int PIDS_BITS = 8;

  /** Length of the group and class in a by_object or by_process key. */
  public static final int GROUP_PREFIX = 9;

  private static final int STAMP_BITS = 8;
  private static final long MAX_PLACE = (1L << STAMP_BITS) - 1;

  /** Stored times are milliseconds. */
  public static final long NANOS_PER_MILLI = 1_000_000L;

  private StoreFormat() {}

  /** Returns whether a family holds groups of facts. */
  public static boolean isGrouped(int family) {
    return family == BY_OBJECT || family == BY_PROCESS || family > EXTENDED;
  }

  /** Returns whether new keys of a family follow all stored ones. */
  public static boolean isInOrder(int family) {
    return family == META || family == BY_OBJECT || family == BY_PROCESS;
  }

  /**
   * Returns the family for facts about groups with facts in an earlier seal. Ids ascend with time,
   * so the main family only grows at its end and is never merged with older data.
   *
   * @param family {@link #BY_OBJECT} or {@link #BY_PROCESS}
   */
  public static int later(int family) {
    return family + EXTENDED;
  }

  /** Returns the key of a range and an LSN. */
  public static byte[] key(byte range, long lsn) {
    return new ByteWriter(16).putByte(range).putLong(lsn).copy();
  }

  /**
   * Combines an LSN with the place among its records. The 256th and later records share one place.
   */
  public static long stamp(long lsn, int place) {
    return lsn << STAMP_BITS | Math.min(place, MAX_PLACE);
  }

  public static long lsnOf(long stamp) {
    return stamp >>> STAMP_BITS;
  }

  /** Returns the last stamp as of an LSN. */
  public static long asOf(long lsn) {
    return lsn > Long.MAX_VALUE >>> STAMP_BITS ? Long.MAX_VALUE : lsn << STAMP_BITS | MAX_PLACE;
  }
}

package org.colophon.storage.rocksdb;

import java.util.List;
import org.colophon.core.model.AccessMode;

/**
 * The durable layout, version 3; docs/formats.md explains it at length.
 *
 * <pre>
 * FORMAT file        "colophon-rocksdb 3\n"
 *
 * by_object,         key    group: 8 | class: 1 | first LSN of the seal: 8     (big-endian)
 * by_process         value  base LSN, base ms, n, n x (id step, length * 2 + has updates), items
 *
 * later_by_object,   the same, for groups that an earlier seal had facts of; not in versions 1, 2
 * later_by_process
 *
 * paths              key    'B' | path | 0 | stamp: 8     value  object
 *                    key    'P' | path | 0 | stamp: 8     value  type, object, other path
 *
 * lookup             key    'o' | object identity         value  object
 *                    key    'p' | process identity        value  process
 *                    key    'q' | pid: 8 | process: 8     value  empty
 *
 * extended           key    'x' | stamp: 8                value  process, object, type, data
 *                    key    'o' | object: 8 | stamp: 8    value  empty
 *                    key    'p' | process: 8 | stamp: 8   value  empty
 *
 * default            key    'S'                           value  held LSN and counters
 *                    key    's' | stamp: 8                value  snapshot: time, name
 *                    key    'g' | stamp: 8                value  gap: process, cause, count
 *                    key    't' | first LSN of the seal   value  time segments
 * </pre>
 *
 * <p>Numbers in values are varints; a group is 64 consecutive ids; a stamp is an LSN followed by
 * the place among the records that share the LSN.
 */
final class StoreFormat {
  static final int VERSION = 3;

  /** Ids of a group share their higher bits. */
  static final int GROUP_BITS = 6;

  static final int GROUP_SIZE = 1 << GROUP_BITS;

  // Column families by position in NAMES, which is also the id that RocksDB gives them.
  static final int META = 0;
  static final int BY_OBJECT = 1;
  static final int BY_PROCESS = 2;
  static final int PATHS = 3;
  static final int LOOKUP = 4;
  static final int EXTENDED = 5;
  static final List<String> NAMES =
      List.of(
          "default",
          "by_object",
          "by_process",
          "paths",
          "lookup",
          "extended",
          "later_by_object",
          "later_by_process");

  /** The families that versions before the third have. */
  static final List<String> OLDER_NAMES = NAMES.subList(0, EXTENDED + 1);

  // Classes of facts: access modes come first, under their own codes.
  static final int NODE = AccessMode.COUNT;
  static final int CUTS = AccessMode.COUNT + 1;
  static final int CAUSES = AccessMode.COUNT + 2;
  static final int EFFECTS = AccessMode.COUNT + 3;
  static final int BINDS = AccessMode.COUNT + 4;

  /** Short extended records; those of version 1 are all long. */
  static final int NOTES = AccessMode.COUNT + 5;

  static final int CLASS_BITS = 4;

  /** Bytes of the type and data of an extended record that is a fact; of longer ones, keys. */
  static final int LONGEST_NOTE = 256;

  // Items of NODE.
  static final int DECLARED = 1;
  static final int ENDED = 2;

  // Key ranges.
  static final byte BOUND = 'B';
  static final byte PREFIX_EVENT = 'P';
  static final byte OBJECT_KEY = 'o';
  static final byte PROCESS_KEY = 'p';
  static final byte PID_KEY = 'q';
  static final byte BLOB_KEY = 'x';
  static final byte STATE_KEY = 'S';
  static final byte SNAPSHOT_KEY = 's';
  static final byte GAP_KEY = 'g';
  static final byte TIME_KEY = 't';

  /** Length of the part of a by_object or by_process key that readers look for. */
  static final int GROUP_PREFIX = 9;

  private static final int STAMP_BITS = 8;
  private static final long MAX_PLACE = (1L << STAMP_BITS) - 1;

  /** Store times are kept in milliseconds. */
  static final long NANOS_PER_MILLI = 1_000_000L;

  private StoreFormat() {}

  /** Whether a family holds groups of facts. */
  static boolean isGrouped(int family) {
    return family == BY_OBJECT || family == BY_PROCESS || family > EXTENDED;
  }

  /** Whether what is new of a family lies behind all that is there, not between it. */
  static boolean isInOrder(int family) {
    return family == META || family == BY_OBJECT || family == BY_PROCESS;
  }

  /**
   * Where facts go about groups that an earlier seal had facts of. Ids ascend with time: with these
   * kept apart, what is flushed lies behind all that is there and never has to be merged with it.
   *
   * @param family {@link #BY_OBJECT} or {@link #BY_PROCESS}
   */
  static int later(int family) {
    return family + EXTENDED;
  }

  /** An LSN and the place among the records that share it; the 256th and later share a place. */
  static long stamp(long lsn, int place) {
    return lsn << STAMP_BITS | Math.min(place, MAX_PLACE);
  }

  static long lsnOf(long stamp) {
    return stamp >>> STAMP_BITS;
  }

  /** The last stamp as of an LSN. */
  static long asOf(long lsn) {
    return lsn > Long.MAX_VALUE >>> STAMP_BITS ? Long.MAX_VALUE : lsn << STAMP_BITS | MAX_PLACE;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

/** The names of properties, see {@code docs/reference/cypher.md}. Durable: statements use them. */
public final class PropertyKey {
  // --- processes and objects ---
  public static final String ID = "id";
  public static final String PID = "pid";
  public static final String EXECUTABLE = "executable";
  public static final String COMMAND = "command";
  public static final String ARGUMENTS = "arguments";
  public static final String DIRECTORY = "directory";
  public static final String START_TIME = "startTime";
  public static final String END_LSN = "endLsn";
  public static final String END_TIME = "endTime";
  public static final String EXIT_STATUS = "exitStatus";
  public static final String KIND = "kind";
  public static final String NAME = "name";
  public static final String LABEL = "label";

  /** Identifies a process or object: bytes, found by {@link #IDENTITY_HASH}. */
  public static final String IDENTITY = "identity";

  /** A 64-bit hash of {@link #IDENTITY}, which may be too long to be indexed itself. */
  public static final String IDENTITY_HASH = "identityHash";

  // --- intervals, versions and other facts ---
  public static final String FIRST_LSN = "firstLsn";
  public static final String LAST_LSN = "lastLsn";
  public static final String FIRST_TIME = "firstTime";
  public static final String LAST_TIME = "lastTime";
  public static final String COUNT = "count";
  public static final String BYTES = "bytes";
  public static final String ROLE = "role";
  public static final String OPERATION = "operation";
  public static final String FIRST_BYTES = "firstBytes";
  public static final String LSN = "lsn";
  public static final String TIME = "time";
  public static final String PROCESS = "process";
  public static final String NUMBER = "number";
  public static final String BEGIN_LSN = "beginLsn";

  // --- names ---
  public static final String SEGMENT = "segment";
  public static final String SEGMENT_BYTES = "segmentBytes";
  public static final String PATH = "path";
  public static final String PATH_BYTES = "pathBytes";
  public static final String LONG_PATH = "longPath";
  public static final String FROM_LSN = "fromLsn";
  public static final String TO_LSN = "toLsn";

  /** A hash of the parent and the segment of a BELOW relationship. */
  public static final String PLACE = "place";

  /** Same as {@link #TO_LSN}, but also present while the name is valid, so it is always indexed. */
  public static final String UNTIL = "until";

  /** The first bytes of a path that is long or not text, with one character for each byte. */
  public static final String PATH_START = "pathStart";

  // --- snapshots, gaps and extended records ---
  public static final String TYPE = "type";
  public static final String DATA = "data";
  public static final String TEXT = "text";
  public static final String CAUSE = "cause";

  /** The position among the records that share an LSN; absent for the first. */
  public static final String ORDER = "order";

  // --- times, on Clock nodes ---
  public static final String EARLIEST_MILLIS = "earliestMillis";
  public static final String LSN_STEPS = "lsnSteps";
  public static final String LSN_SPANS = "lsnSpans";
  public static final String MILLIS_STEPS = "millisSteps";

  // --- the state of the store, on the Colophon node ---
  public static final String HELD_LSN = "heldLsn";
  public static final String PROCESSES = "processes";
  public static final String OBJECTS = "objects";
  public static final String OPERATIONS = "operations";
  public static final String LAST_PROCESS = "lastProcess";
  public static final String LAST_OBJECT = "lastObject";
  public static final String TOP_PROCESS = "topProcess";
  public static final String TOP_OBJECT = "topObject";

  private PropertyKey() {}
}

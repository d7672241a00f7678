// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

/** Layout of {@code struct head} in colophon.bpf.c: offsets of the fields in a record. */
public final class Head {
  public static final int KIND = 0;
  public static final int TID = 4;
  public static final int NUMBER = 8;
  public static final int LOST = 12;
  public static final int RESULT = 16;
  public static final int ARGUMENTS = 24;
  public static final int FIRST = 72;
  public static final int SECOND = 76;
  public static final int NANOS = 80;
  public static final int BYTES = 88;

  public static final int WHOLE = 0;
  public static final int BEGUN = 1;
  public static final int ENDED = 2;
  public static final int FORKED = 3;
  public static final int EXECUTED = 4;
  public static final int EXITED = 5;

  /** Counts that a service sends between the records; BPF programs never write this kind. */
  public static final int COUNTS = 6;

  /** Begin and end of a request of io_uring. */
  public static final int SUBMITTED = 7;

  public static final int COMPLETED = 8;

  /** Begin and end of repeated accesses, which count as one long call. */
  public static final int RUN_BEGUN = 9;

  public static final int RUN_ENDED = 10;

  /**
   * A part of the environment of a program that begins with the thread's next record. The result of
   * the ENVIRONMENT record is the number of the part, from 0.
   */
  public static final int ENVIRONMENT = 11;

  /** Argument of EXECUTED: the size of the environment; 0 if it is not recorded. */
  public static final int ENVIRONMENT_BYTES = 1;

  /**
   * Arguments of the start and end of repeated accesses: the number of the run within its thread,
   * and the number of accesses.
   */
  public static final int RUN = 3;

  public static final int RUN_COUNT = 4;

  /** Layout of {@code struct opened}, the second part of the data of a call that opened a file. */
  public static final int OPENED_BYTES = 88;

  /** Offset of {@code struct identity} of the file that overlayfs has copied. */
  public static final int COPIED = 24;

  public static final int DEVICE = 48;
  public static final int LINKS = 52;
  public static final int MODE = 56;
  public static final int MOUNTS = 60;
  public static final int SIZE = 64;
  public static final int MODIFIED = 72;
  public static final int CHANGED = 80;

  /** Bytes in front of each record of the ring. */
  public static final int RECORD_HEADER = 8;

  private Head() {}
}

package org.colophon.reporters.ebpf;

/** Layout of {@code struct head} in colophon.bpf.c: offsets of the fields in a record. */
final class Head {
  static final int KIND = 0;
  static final int TID = 4;
  static final int NUMBER = 8;
  static final int LOST = 12;
  static final int RESULT = 16;
  static final int ARGUMENTS = 24;
  static final int FIRST = 72;
  static final int SECOND = 76;
  static final int BYTES = 80;

  static final int WHOLE = 0;
  static final int BEGUN = 1;
  static final int ENDED = 2;
  static final int FORKED = 3;
  static final int EXECUTED = 4;
  static final int EXITED = 5;

  private Head() {}
}

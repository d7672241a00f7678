package org.colophon.reporters.fuse.record;

/** When what is reported is durable. */
public enum Ordering {
  /** When the journal gets to it. */
  ASYNC,
  /** What was written to a file before an fsync or close of it returns. */
  ORDERED,
  /** Each write before it reaches the file. */
  STRICT
}

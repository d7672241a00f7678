package org.colophon.reporters.fuse.record;

/** When reported operations are durable. */
public enum Ordering {
  /** Whenever the journal writes them. */
  ASYNC,
  /** Before an fsync or close of the written file returns. */
  ORDERED,
  /** Before each write reaches the file. */
  STRICT
}

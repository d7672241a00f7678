package org.colophon.core.spi.reporter;

/**
 * A reporter that learns what processes did in the order in which they did it, each call before its
 * process goes on, but reports it only a moment later. See {@link ReporterCoordination}. Any
 * thread.
 */
public interface ProcessTracer {
  /** What {@link #processOf} answers for a thread that is not traced any more. */
  long NOT_TRACED = -1;

  /** Whether it traces a thread that waits for an answer right now. */
  boolean traces(int task);

  /** Whether processes that ran before may come to be traced. */
  boolean takesStrangers();

  /** Reports everything that has happened so far. What it reported is published on return. */
  void catchUp();

  /**
   * Catches up, and answers which process a traced thread that waits for an answer belongs to, as
   * the sink's id; 0 while its first program has not begun; {@link #NOT_TRACED}.
   */
  long processOf(int task);

  /** The thread is about to write to an object: what was held back of it is reported first. */
  void writes(int task);

  /**
   * The call that the thread is in has opened an object of a mirror. Said after {@link #processOf}
   * and before the call returns.
   */
  void opened(int task, long object);

  /** What the call that the thread is in does to names, lengths or attributes was reported. */
  void reported(int task);
}

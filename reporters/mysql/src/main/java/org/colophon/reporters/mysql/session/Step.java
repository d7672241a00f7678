package org.colophon.reporters.mysql.session;

import java.util.HashSet;
import java.util.Set;
import org.colophon.reporters.mysql.binlog.TextKey;

/** A statement of which a binary log is to say what it changed. Belongs to one thread. */
final class Step {
  /** Of so many statements of one transaction each is told apart. */
  static final int MOST = 256;

  final long process;

  /** 0 if the log has none. */
  final long queryId;

  /** When it began, since 1970. */
  final long seconds;

  /** Stands for the text, see {@link TextKey}. */
  final long text;

  /** Whether what it runs may stand in the binary log by other texts, or not at all. */
  final boolean isLoose;

  final boolean isOfTrigger;

  /** Whether the binary log has it. */
  boolean isConfirmed;

  /** The objects that it changed for sure. */
  final Set<Long> changed = new HashSet<>(2);

  Step(long process, long queryId, long seconds, long text, boolean isLoose, boolean isOfTrigger) {
    this.process = process;
    this.queryId = queryId;
    this.seconds = seconds;
    this.text = text;
    this.isLoose = isLoose;
    this.isOfTrigger = isOfTrigger;
  }
}

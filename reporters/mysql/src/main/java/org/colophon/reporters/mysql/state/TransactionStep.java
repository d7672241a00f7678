package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Set;
import org.colophon.reporters.mysql.binlog.StatementHash;

/** A statement of which a binary log is to say what it changed. Belongs to one thread. */
public final class TransactionStep {
  /** Of so many statements of one transaction each is told apart. */
  public static final int MOST = 256;

  public final long process;

  /** 0 if the log has none. */
  public final long queryId;

  /** When it began, since 1970. */
  public final long seconds;

  /** Stands for the text, see {@link StatementHash}. */
  public final long text;

  /** Whether what it runs may stand in the binary log by other texts, or not at all. */
  public final boolean isLoose;

  public final boolean isOfTrigger;

  /** Whether the binary log has it. */
  public boolean isConfirmed;

  /** The objects that it changed for sure. */
  public final Set<Long> changed = new HashSet<>(2);

  public TransactionStep(
      long process, long queryId, long seconds, long text, boolean isLoose, boolean isOfTrigger) {
    this.process = process;
    this.queryId = queryId;
    this.seconds = seconds;
    this.text = text;
    this.isLoose = isLoose;
    this.isOfTrigger = isOfTrigger;
  }
}

package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Set;
import org.colophon.reporters.mysql.binlog.StatementHash;

/** Statement of a transaction whose changes wait for confirmation by a binary log. One thread. */
public final class TransactionStep {
  /** Limit for the steps of one transaction. */
  public static final int MAX_STEPS = 256;

  public final long process;

  /** Hash of the text, see {@link StatementHash}. */
  public final long text;

  /** True if the binary log may have other texts, or none, for the statements that it runs. */
  public final boolean hasOtherTexts;

  public final boolean isOfTrigger;

  public boolean isConfirmed;

  /** Objects that it changed according to the binary log. */
  public final Set<Long> changed = new HashSet<>(2);

  public TransactionStep(long process, long text, boolean hasOtherTexts, boolean isOfTrigger) {
    this.process = process;
    this.text = text;
    this.hasOtherTexts = hasOtherTexts;
    this.isOfTrigger = isOfTrigger;
  }
}

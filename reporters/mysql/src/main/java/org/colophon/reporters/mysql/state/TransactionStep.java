// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Set;
import org.colophon.reporters.mysql.binlog.StatementHash;

/** Statement of a transaction whose changes wait for confirmation by a binary log. One thread. */
public final class TransactionStep {
  /** Maximum number of steps in one transaction. */
  public static final int MAX_STEPS = 256;

  public final long process;

  /** Hash of the statement's text, see {@link StatementHash}. */
  public final long text;

  /** True if the binary log may contain other texts for the statement, or none. */
  public final boolean hasOtherTexts;

  public final boolean isOfTrigger;

  public boolean isConfirmed;

  /** Objects that the statement changed according to the binary log. */
  public final Set<Long> changed = new HashSet<>(2);

  public TransactionStep(long process, long text, boolean hasOtherTexts, boolean isOfTrigger) {
    this.process = process;
    this.text = text;
    this.hasOtherTexts = hasOtherTexts;
    this.isOfTrigger = isOfTrigger;
  }
}

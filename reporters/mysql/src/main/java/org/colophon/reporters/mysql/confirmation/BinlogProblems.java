package org.colophon.reporters.mysql.confirmation;

import org.colophon.core.model.GapCause;
import org.colophon.reporters.mysql.binlog.CommitQueue;
import org.colophon.reporters.mysql.output.UnitSink;

/** Reports problems of a binary log and remembers gaps. */
public final class BinlogProblems implements CommitQueue.ProblemListener {
  /** True if a gap may affect changes that wait now. */
  public boolean hasGap;

  private final UnitSink output;

  public BinlogProblems(UnitSink output) {
    this.output = output;
  }

  @Override
  public void problem(String place, String problem, boolean isLoss) {
    output.refuse(place, problem);
    if (isLoss) {
      hasGap = true;
      output.gap(GapCause.EVENTS_LOST, 1);
    }
  }
}

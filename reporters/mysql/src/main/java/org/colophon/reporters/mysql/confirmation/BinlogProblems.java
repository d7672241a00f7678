package org.colophon.reporters.mysql.confirmation;

import org.colophon.core.model.GapCause;
import org.colophon.reporters.mysql.binlog.CommitQueue;
import org.colophon.reporters.mysql.output.UnitSink;

/** Tells what is wrong with a binary log, and keeps in mind that something is missing in it. */
public final class BinlogProblems implements CommitQueue.Trouble {
  /** Whether something is missing that what waits now may depend on. */
  public boolean hasHole;

  private final UnitSink output;

  public BinlogProblems(UnitSink output) {
    this.output = output;
  }

  @Override
  public void trouble(String place, String problem, boolean isLoss) {
    output.refuse(place, problem);
    if (isLoss) {
      hasHole = true;
      output.gap(GapCause.EVENTS_LOST, 1);
    }
  }
}

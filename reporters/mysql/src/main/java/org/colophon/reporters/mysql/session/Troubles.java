package org.colophon.reporters.mysql.session;

import org.colophon.core.model.GapCause;
import org.colophon.reporters.mysql.binlog.CommitQueue;

/** Tells what is wrong with a binary log, and keeps in mind that something is missing in it. */
final class Troubles implements CommitQueue.Trouble {
  /** Whether something is missing that what waits now may depend on. */
  boolean hasHole;

  private final Output output;

  Troubles(Output output) {
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

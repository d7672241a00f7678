// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.util.function.Function;
import java.util.function.Supplier;
import org.colophon.cli.output.Console;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.query.text.DisplayText;

/** Shows the progress of an adapter that is filled or catches up on the terminal. */
record AdapterProgress(Console console) implements Function<Supplier<AdapterStatus>, Runnable> {
  @Override
  public Runnable apply(Supplier<AdapterStatus> status) {
    ProgressLine line = new ProgressLine(console, () -> describe(status.get()));
    return line::close;
  }

  /** Returns a line such as {@code filling neo4j: 40,000 of 120,000 records (33 %)}. */
  private static String describe(AdapterStatus status) {
    if (status.state() == AdapterState.FILLING) {
      long all = Math.max(status.filledRecords(), status.recordsToFill());
      String share = all == 0 ? "" : " (%d %%)".formatted(100 * status.filledRecords() / all);
      return "filling %s: %s of %s%s"
          .formatted(
              status.name(),
              DisplayText.count(status.filledRecords()),
              DisplayText.count(all, "record"),
              share);
    }
    return "bringing %s up to date: LSN %s"
        .formatted(status.name(), DisplayText.count(status.appendedLsn()));
  }
}

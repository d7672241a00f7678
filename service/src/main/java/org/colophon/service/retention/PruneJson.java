// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.retention;

import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.RetentionFigures;
import org.colophon.query.text.DisplayText;

/** JSON of a pruning report, the same in the service and the command. */
public record PruneJson(
    String adapter,
    boolean done,
    long cutLsn,
    String cutTime,
    Change processes,
    Change objects,
    Change facts,
    Change bytes,
    long millis) {
  /** A number before and after the pruning. */
  public record Change(long before, long after) {}

  /** Converts a report. */
  public static PruneJson of(PruneReport report) {
    RetentionFigures figures = report.figures();
    return new PruneJson(
        report.adapter(),
        report.isDone(),
        report.cutLsn(),
        report.cutNanos() == 0 ? "" : DisplayText.instant(report.cutNanos()),
        new Change(figures.processesBefore(), figures.processesAfter()),
        new Change(figures.objectsBefore(), figures.objectsAfter()),
        new Change(figures.factsBefore(), figures.factsAfter()),
        new Change(report.bytesBefore(), report.bytesAfter()),
        report.nanos() / 1_000_000);
  }
}

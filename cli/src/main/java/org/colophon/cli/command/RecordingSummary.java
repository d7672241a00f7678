package org.colophon.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.colophon.cli.output.Shown;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.KernelStatus;

/**
 * What came of a recording.
 *
 * @param status the kernel's counts after everything was stored
 * @param watchedNanos how long the reporter ran, the kernel's start included
 * @param totalNanos until everything was stored
 */
record RecordingSummary(KernelStatus status, long watchedNanos, long totalNanos) {
  void print(PrintWriter err, Path store) {
    long seen = Math.max(1, status.accepted());
    err.printf("reported    %s operations%n", Shown.count(status.reported()));
    if (status.refused() > 0) {
      err.printf("refused     %s (input that said nothing sensible)%n", count(status.refused()));
    }
    if (status.dropped() > 0) {
      err.printf(
          "dropped     %s under overload; lineage will say incomplete%n", count(status.dropped()));
    }
    err.printf(
        "suppressed  %s (%.1f %%), since what is stored implies them%n",
        count(status.suppressed()), 100.0 * status.suppressed() / seen);
    for (AdapterStatus adapter : status.adapters()) {
      err.printf("stored      %s in %s%n", count(adapter.storedOperations()), adapter.name());
    }
    err.printf(
        "took        %s, %s operations a second%n", Shown.duration(totalNanos), count(perSecond()));
    err.printf("store       %s%n", Shown.text(store.toString()));
    err.flush();
  }

  /** Reported operations a second, from the start to the last one stored. */
  long perSecond() {
    return (long) (status.reported() / (Math.max(1, totalNanos) / 1e9));
  }

  private static String count(long value) {
    return Shown.count(value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.io.PrintWriter;
import java.util.List;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.query.text.DisplayText;

/**
 * Result of a recording.
 *
 * @param filtered number of filtered operations; 0 if the service counts them
 * @param suppressed number of suppressed operations; negative if unknown, because a service only
 *     counts those of all its reporters together
 * @param adapters adapters of the store; none if a service has opened the store
 * @param totalNanos time until all operations were stored
 */
public record RecordingSummary(
    long reported,
    long filtered,
    long refused,
    long dropped,
    long accepted,
    long suppressed,
    List<AdapterStatus> adapters,
    long totalNanos) {
  static RecordingSummary of(KernelStatus status, long totalNanos) {
    return new RecordingSummary(
        status.reported(),
        status.filtered(),
        status.refused(),
        status.dropped(),
        status.accepted(),
        status.suppressed(),
        status.adapters(),
        totalNanos);
  }

  static RecordingSummary ofService(long reported, long refused, long totalNanos) {
    return new RecordingSummary(reported, 0, refused, 0, reported, -1, List.of(), totalNanos);
  }

  /** Prints the summary as text. */
  public void print(PrintWriter err, String place) {
    err.printf("reported    %s%n", DisplayText.count(reported, "operation"));
    if (filtered > 0) {
      err.printf("filtered    %s, as capture filters exclude them%n", count(filtered));
    }
    if (refused > 0) {
      err.printf("refused     %s (input that could not be understood)%n", count(refused));
    }
    if (dropped > 0) {
      err.printf("dropped %s under overload; lineage will report incomplete%n", count(dropped));
    }
    if (suppressed >= 0) {
      err.printf(
          "suppressed  %s (%.1f %%), since what is stored implies them%n",
          count(suppressed), 100.0 * suppressed / Math.max(1, accepted));
    }
    for (AdapterStatus adapter : adapters) {
      err.printf("stored      %s in %s%n", count(adapter.storedOperations()), adapter.name());
    }
    err.printf(
        "took        %s, %s operations a second%n",
        DisplayText.duration(totalNanos), count(perSecond()));
    err.printf(
        "store       %s%s%n",
        DisplayText.text(place), suppressed < 0 ? ", through its service" : "");
    err.flush();
  }

  /**
   * Returns the number of reported operations per second, from the start until the last one was
   * stored.
   */
  long perSecond() {
    return (long) (reported / (Math.max(1, totalNanos) / 1e9));
  }

  private static String count(long value) {
    return DisplayText.count(value);
  }
}

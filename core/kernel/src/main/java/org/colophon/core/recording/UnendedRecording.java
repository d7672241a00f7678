// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.recording;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.ProcessInfo;
import org.jspecify.annotations.Nullable;

/**
 * A recording that ended without notice.
 *
 * @param process the first of its processes that may still run; null if the loss does not concern
 *     processes
 * @param losses the number of recorded gaps; 0 if nothing is missing
 * @param lastNanos wall-clock time of the last known operation, nanoseconds since 1970; 0 if
 *     unknown
 */
public record UnendedRecording(
    RecordingMark mark, @Nullable ProcessInfo process, int losses, long lastNanos) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  /** Returns true if users should see a report. */
  public boolean isNotable() {
    return losses > 0 || mark.coverage() == Coverage.NOTHING;
  }

  /** Returns the loss as a sentence for users, in a time zone. */
  public String text(ZoneId zone) {
    String begun = time(mark.begunNanos(), zone);
    String last = lastNanos == 0 ? "its last operation" : time(lastNanos, zone);
    if (mark.coverage() == Coverage.NOTHING) {
      return "the recording by %s, begun %s, ended without notice at %s; attach the reporter again, and it resumes there"
          .formatted(Bytes.of(mark.name()).display(), begun, last);
    }
    return process == null
        ? "the recording by %s, begun %s, ended without notice: operations after %s are unknown"
            .formatted(Bytes.of(mark.name()).display(), begun, last)
        : "the recording of %s (pid %d, begun %s) ended without notice: operations of %s after %s are unknown"
            .formatted(program(process), process.declaration().pid(), begun, subject(), last);
  }

  private String subject() {
    return losses == 1 ? "its running process" : "its %d running processes".formatted(losses);
  }

  /** Returns the program's file name, escaped so that it cannot forge the line. */
  private static String program(ProcessInfo process) {
    String path = process.declaration().executable().display();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String time(long nanos, ZoneId zone) {
    return TIME.withZone(zone).format(Instant.ofEpochMilli(nanos / 1_000_000));
  }
}

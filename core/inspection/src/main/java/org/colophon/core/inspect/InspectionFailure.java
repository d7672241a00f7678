// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.JsonText;

/**
 * A failed inspection of a change, recorded with type {@code inspector/failed}.
 *
 * @param inspector name of the inspector, or empty for all.
 * @param reason a stable word.
 * @param detail a sentence for users.
 */
record InspectionFailure(Inspection inspection, String inspector, Reason reason, String detail) {
  private static final String TYPE = "inspector/failed";
  private static final int MAX_DETAIL_CHARS = 500;

  /** Reason of the failure. Lower-case names with hyphens are part of the record's format. */
  enum Reason {
    /** Too many changes were waiting. */
    QUEUE_FULL,
    /** The inspector threw. */
    FAILED,
    /** The inspector exceeded its time limit. */
    TIMEOUT,
    /** More bytes may differ than the inspector accepts. */
    TOO_LARGE,
    /** The old or new content is unavailable. */
    CONTENT_LOST,
    /** The worker JVM died, most likely because memory ran out. */
    WORKER_DIED,
    /** The inspector hung too often, so its calls have stopped. */
    DISABLED
  }

  Finding finding() {
    Bytes path = inspection.change().path();
    JsonText json = new JsonText();
    json.open('{').field("version", 1L).field("inspector", inspector);
    json.field("reason", word()).field("detail", cut(detail)).field("path", path.display());
    return new Finding(TYPE, Bytes.of(json.close('}').toString()));
  }

  private String word() {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String cut(String text) {
    return text.length() > MAX_DETAIL_CHARS ? text.substring(0, MAX_DETAIL_CHARS) + " ..." : text;
  }
}

package org.colophon.core.inspect;

import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.JsonText;

/**
 * What could not be found out about a change, as a record of type {@code inspector/failed}.
 *
 * @param inspector which one, or empty for all
 * @param reason a stable word
 * @param detail a sentence for people
 */
record InspectionFailure(Inspection inspection, String inspector, Reason reason, String detail) {
  private static final String TYPE = "inspector/failed";
  private static final int MAX_DETAIL_CHARS = 500;

  /** Why; the names in lower case with hyphens are part of the record's format. */
  enum Reason {
    /** Too many changes were waiting. */
    QUEUE_FULL,
    /** The inspector threw. */
    FAILED,
    /** It took too long. */
    TIMEOUT,
    /** More bytes may differ than it takes. */
    TOO_LARGE,
    /** The old or new content is not known any more. */
    CONTENT_LOST,
    /** The worker JVM died, of memory most likely. */
    WORKER_DIED,
    /** It was left behind too often and is not asked any more. */
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

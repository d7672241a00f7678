package org.colophon.query.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.colophon.query.api.Lineage;

/** Writes lineages in one format. Keeps no state; any number of threads. */
public interface LineageExporter {
  /** The stable lower-case name of the format. */
  String name();

  /** Returns the purpose in a few words. */
  String description();

  /** The media type of what is written. */
  String mediaType();

  /**
   * Returns whether the output includes the lines of {@link LeftOut}; for others the caller prints
   * them.
   */
  default boolean tellsWhatIsLeftOut() {
    return false;
  }

  /** Returns the parts of a lineage that the format cannot show, one terminal-safe line each. */
  default List<String> leavesOut(Lineage lineage) {
    return List.of();
  }

  /**
   * Writes a lineage and flushes; the stream stays open.
   *
   * @throws org.colophon.core.error.ColophonException TOOL_MISSING if it needs a tool that is not
   *     installed
   */
  void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException;
}

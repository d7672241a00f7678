// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.colophon.query.api.Lineage;

/**
 * An export format for lineages. Stateless; any number of threads.
 *
 * @param name stable, lower-case
 * @param description the purpose in a few words
 * @param mediaType media type of the output
 * @param tellsWhatIsLeftOut true if the output includes the lines of {@link LeftOut}; otherwise the
 *     caller prints them
 * @param limits lists the parts of a lineage that the format cannot show, each as a terminal-safe
 *     line
 */
public record LineageExporter(
    String name,
    String description,
    String mediaType,
    boolean tellsWhatIsLeftOut,
    Function<Lineage, List<String>> limits,
    Body body) {
  /** Writes lineages. */
  @FunctionalInterface
  public interface Body {
    /** Writes a lineage and flushes. Leaves the stream open. */
    void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException;
  }

  /**
   * Returns the parts of a lineage that the format cannot show, each as a terminal-safe line.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the format cannot show this
   *     lineage at all
   */
  public List<String> leavesOut(Lineage lineage) {
    return limits.apply(lineage);
  }

  /** Writes a lineage and flushes. Leaves the stream open. */
  public void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    body.write(lineage, options, out);
  }
}

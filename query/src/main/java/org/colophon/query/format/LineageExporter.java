package org.colophon.query.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.colophon.query.api.Lineage;

/**
 * A format of lineages. Keeps no state; any number of threads.
 *
 * @param name stable, lower-case
 * @param description the purpose in a few words
 * @param mediaType of the output
 * @param tellsWhatIsLeftOut whether the output includes the lines of {@link LeftOut}; for other
 *     formats the caller prints them
 * @param limits finds the parts of a lineage that the format cannot show, one terminal-safe line
 *     each
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
    /** Writes a lineage and flushes; the stream stays open. */
    void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException;
  }

  /**
   * Returns the parts of a lineage that the format cannot show, one terminal-safe line each.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if it cannot show this lineage
   */
  public List<String> leavesOut(Lineage lineage) {
    return limits.apply(lineage);
  }

  /** Writes a lineage and flushes; the stream stays open. */
  public void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    body.write(lineage, options, out);
  }
}

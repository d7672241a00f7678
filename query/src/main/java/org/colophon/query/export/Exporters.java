package org.colophon.query.export;

import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.prov.DerivationLimit;
import org.colophon.query.prov.ProvJsonExporter;
import org.colophon.query.prov.ProvNExporter;

/** The known formats by name. */
public final class Exporters {
  private static final List<LineageExporter> ALL =
      List.of(
          format(
              "tree",
              "a tree for people at a terminal",
              "text/plain; charset=utf-8",
              true,
              TreeDrawing::write),
          format(
              "table",
              "one line an edge, columns parted by tabs",
              "text/tab-separated-values; charset=utf-8",
              false,
              TableExporter::write),
          format(
              "json",
              "JSON for programs, of a stable schema",
              "application/json",
              true,
              JsonExporter::write),
          format(
              "dot",
              "a graph for Graphviz",
              "text/vnd.graphviz; charset=utf-8",
              false,
              DotExporter::write),
          format(
              "svg", "a picture; needs Graphviz", "image/svg+xml", false, new SvgExporter()::write),
          prov(
              "prov-json",
              "PROV-JSON for PROV software",
              "application/json",
              ProvJsonExporter::write),
          prov(
              "prov-n",
              "PROV-N for people who read PROV",
              "text/provenance-notation; charset=utf-8",
              ProvNExporter::write),
          format(
              "graphml",
              "GraphML for graph tools",
              "application/graphml+xml",
              false,
              GraphmlExporter::write));

  private static LineageExporter format(
      String name,
      String description,
      String mediaType,
      boolean tellsWhatIsLeftOut,
      LineageExporter.Body body) {
    return new LineageExporter(
        name, description, mediaType, tellsWhatIsLeftOut, lineage -> List.of(), body);
  }

  private static LineageExporter prov(
      String name, String description, String mediaType, LineageExporter.Body body) {
    return new LineageExporter(
        name,
        description,
        mediaType,
        false,
        lineage -> new DerivationLimit(lineage).remarks(),
        body);
  }

  private Exporters() {}

  /** Every format, in the order in which help lists them. */
  public static List<LineageExporter> all() {
    return ALL;
  }

  /**
   * Returns the format with a name.
   *
   * @throws ColophonException BAD_REQUEST, with the known names, if the name is unknown
   */
  public static LineageExporter get(String name) {
    for (LineageExporter exporter : ALL) {
      if (exporter.name().equals(name)) {
        return exporter;
      }
    }
    throw new ColophonException(
        ErrorCode.BAD_REQUEST,
        "no format is called '"
            + name
            + "'; known here: "
            + ALL.stream().map(LineageExporter::name).collect(Collectors.joining(", ")));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.prov.DerivationLimit;
import org.colophon.query.prov.ProvJsonExporter;
import org.colophon.query.prov.ProvJsonLdExporter;
import org.colophon.query.prov.ProvNExporter;
import org.colophon.query.prov.ProvTurtleExporter;

/** The known formats by name. */
public final class Exporters {
  private static final List<LineageExporter> ALL =
      List.of(
          format("tree", "a tree for people at a terminal", "text/plain; charset=utf-8"),
          format(
              "table",
              "one line for each edge, columns separated by tabs",
              "text/tab-separated-values; charset=utf-8"),
          format("json", "JSON for programs, of a stable schema", "application/json"),
          format("dot", "a graph for Graphviz", "text/vnd.graphviz; charset=utf-8"),
          format("svg", "a picture", "image/svg+xml"),
          format("prov-json", "PROV-JSON for PROV software", "application/json"),
          format(
              "prov-n",
              "PROV-N, the text notation of PROV",
              "text/provenance-notation; charset=utf-8"),
          format("prov-turtle", "PROV-O in Turtle, for RDF software", "text/turtle; charset=utf-8"),
          format("prov-jsonld", "PROV-O in JSON-LD, for RDF software", "application/ld+json"),
          format("graphml", "GraphML for graph tools", "application/graphml+xml"));

  /**
   * Creates a format. All formats share two lambdas and load their writer on first use, because
   * each command loads this class.
   */
  private static LineageExporter format(String name, String description, String mediaType) {
    return new LineageExporter(
        name,
        description,
        mediaType,
        name.equals("tree") || name.equals("json"),
        lineage -> limits(name, lineage),
        (lineage, options, out) -> write(name, lineage, options, out));
  }

  private static List<String> limits(String name, Lineage lineage) {
    return name.startsWith("prov-") ? new DerivationLimit(lineage).remarks() : List.of();
  }

  private static void write(String name, Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    switch (name) {
      case "tree" -> TreeDrawing.write(lineage, options, out);
      case "table" -> TableExporter.write(lineage, options, out);
      case "json" -> JsonExporter.write(lineage, options, out);
      case "dot" -> DotExporter.write(lineage, options, out);
      case "svg" -> SvgExporter.write(lineage, options, out);
      case "prov-json" -> ProvJsonExporter.write(lineage, options, out);
      case "prov-n" -> ProvNExporter.write(lineage, options, out);
      case "prov-turtle" -> ProvTurtleExporter.write(lineage, options, out);
      case "prov-jsonld" -> ProvJsonLdExporter.write(lineage, options, out);
      case "graphml" -> GraphmlExporter.write(lineage, options, out);
      default -> throw new IllegalArgumentException(name);
    }
  }

  private Exporters() {}

  /** Returns all formats, in the order of the help. */
  public static List<LineageExporter> all() {
    return ALL;
  }

  /**
   * Returns the format with a name.
   *
   * @throws ColophonException BAD_REQUEST if the name is unknown; the message has the known names
   */
  public static LineageExporter get(String name) {
    for (LineageExporter exporter : ALL) {
      if (exporter.name().equals(name)) {
        return exporter;
      }
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "there is no format '"
            + name
            + "'; known here: "
            + ALL.stream().map(LineageExporter::name).collect(Collectors.joining(", ")));
  }
}

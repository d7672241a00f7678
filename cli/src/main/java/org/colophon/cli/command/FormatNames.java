package org.colophon.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.query.export.Exporters;
import org.colophon.query.export.LineageExporter;

/** The names of the formats of lineages, for help and completion. */
final class FormatNames extends ArrayList<String> {
  private static final long serialVersionUID = 1L;

  FormatNames() {
    super(Exporters.all().stream().map(LineageExporter::name).toList());
  }

  /** The format that a file's name asks for; {@code tree} where it asks for none. */
  static String bySuffix(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    for (String name : List.of("json", "dot", "svg", "graphml")) {
      if (lower.endsWith("." + name)) {
        return name;
      }
    }
    if (lower.endsWith(".provn")) {
      return "prov-n";
    }
    return lower.endsWith(".tsv") ? "table" : "tree";
  }
}

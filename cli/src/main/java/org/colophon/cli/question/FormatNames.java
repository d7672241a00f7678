// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.export.Exporters;
import org.colophon.query.format.LineageExporter;
import org.jspecify.annotations.Nullable;

/** Names of the formats of lineages, for help and completion. */
public final class FormatNames extends ArrayList<String> {
  private static final long serialVersionUID = 1L;

  public FormatNames() {
    super(Exporters.all().stream().map(LineageExporter::name).toList());
  }

  /**
   * Returns the format for the suffix of a file name.
   *
   * @param file the file; null for standard output
   * @param otherwise the format for standard output, and for a file without a suffix
   * @throws ColophonException BAD_REQUEST if no format has the suffix
   */
  static String bySuffix(@Nullable Path file, String otherwise) {
    String name = file == null ? "" : "" + file.getFileName();
    int dot = name.lastIndexOf('.');
    if (dot <= 0) {
      return otherwise;
    }
    String suffix = name.substring(dot + 1).toLowerCase(Locale.ROOT);
    return switch (suffix) {
      case "json", "dot", "svg", "graphml" -> suffix;
      case "provn" -> "prov-n";
      case "ttl" -> "prov-turtle";
      case "jsonld" -> "prov-jsonld";
      case "tsv" -> "table";
      case "txt" -> "tree";
      default ->
          throw ErrorCode.BAD_REQUEST.exception(
              "no format has the suffix of %s: use .json, .dot, .svg, .graphml, .provn, .ttl, .jsonld, .tsv or .txt, or name a format with --format"
                  .formatted(name));
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.NodeText;

/**
 * Exports one line for each edge, with columns separated by tabs. The first line names the columns.
 */
final class TableExporter {
  private TableExporter() {}

  static void write(Lineage all, ExportOptions options, OutputStream out) throws IOException {
    Lineage lineage = options.folded() ? AlikeCalls.fold(all) : all;
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    writer.write("effect\teffect name\tkind\tcause\tcause name\tlsn\ttime\tcount\tbytes\tnote\n");
    for (LineageEdge edge : lineage.edges()) {
      writer.write(line(lineage, edge, options));
    }
    writer.flush();
  }

  private static String line(Lineage lineage, LineageEdge edge, ExportOptions options) {
    var effect = lineage.effect(edge);
    var cause = lineage.cause(edge);
    return String.join(
            "\t",
            effect.key(),
            NodeText.title(effect, options.directory()),
            edge.kind().name().toLowerCase(Locale.ROOT),
            cause.key(),
            NodeText.title(cause, options.directory()),
            NodeText.lsns(edge.firstLsn(), edge.lastLsn()),
            NodeText.time(edge.firstNanos(), options.zone()),
            Long.toString(edge.count()),
            Long.toString(edge.bytes()),
            note(edge, effect, cause, options))
        + "\n";
  }

  private static String note(
      LineageEdge edge, LineageNode effect, LineageNode cause, ExportOptions options) {
    List<String> notes = new ArrayList<>();
    if (edge.isAttempted()) {
      notes.add("attempted");
    }
    if (!effect.formerName().isEmpty()) {
      notes.add("effect was " + NodeText.relative(effect.formerName(), options.directory()));
    }
    if (!cause.formerName().isEmpty()) {
      notes.add("cause was " + NodeText.relative(cause.formerName(), options.directory()));
    }
    return String.join("; ", notes);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.exports.crate.CrateFiles.Data;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;

/**
 * The page about a crate: a picture of inputs, programs and outputs, and a table of files. It has
 * no script and refers to nothing outside of the crate. Names are shown as terminal-safe text.
 */
final class CratePreview {
  private static final int MAX_ROWS = 40;
  private static final int ROW = 24;
  private static final int COLUMN = 320;
  private static final int BOX = 260;
  private static final int MAX_LABEL = 36;

  private final RecordedRun run;
  private final CrateFiles files;
  private final String title;
  private final StringBuilder html = new StringBuilder();

  /** Middle of the box of a thing, by its key. */
  private final Map<String, Integer> heights = new HashMap<>();

  CratePreview(RecordedRun run, CrateFiles files, String title) {
    this.run = run;
    this.files = files;
    this.title = title;
  }

  String html() {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(text(title))
        .append("</title><style>body{font-family:sans-serif;margin:2em}td,th{padding:.2em 1em;")
        .append("text-align:left;vertical-align:top}svg{max-width:100%}</style></head><body>\n<h1>")
        .append(text(title))
        .append("</h1>\n");
    if (run.running()) {
      html.append("<p>Incomplete: a program of the run had not ended.</p>\n");
    }
    run.gaps().forEach(each -> html.append("<p>Incomplete: ").append(text(each)).append("</p>\n"));
    picture();
    table();
    return html.append("</body></html>\n").toString();
  }

  private static String text(String text) {
    return Bytes.of(text)
        .display()
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private void picture() {
    StringBuilder boxes = new StringBuilder();
    List<String> inputs = files(Role.INPUT);
    List<String> outputs = files(Role.OUTPUT);
    List<String> programs = new ArrayList<>();
    for (int i = 0; i < run.programs().size(); i++) {
      programs.add("p" + i);
    }
    int rows = 0;
    List<List<String>> columns = List.of(inputs, programs, outputs);
    for (int i = 0; i < columns.size(); i++) {
      rows = Math.max(rows, column(boxes, i, columns.get(i)));
    }
    html.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-size=\"12\">\n"
            .formatted(2 * COLUMN + BOX, (rows + 1) * ROW));
    for (Use each : run.uses()) {
      line(each);
    }
    html.append(boxes).append("</svg>\n");
  }

  private List<String> files(Role role) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < run.files().size(); i++) {
      if (run.files().get(i).role() == role && !run.files().get(i).folded()) {
        keys.add("f" + i);
      }
    }
    return keys;
  }

  /** Draws a column and returns its number of rows. */
  private int column(StringBuilder boxes, int column, List<String> keys) {
    int shown = Math.min(MAX_ROWS, keys.size());
    for (int i = 0; i < shown; i++) {
      String key = keys.get(i);
      int index = Integer.parseInt(key.substring(1));
      String label =
          key.charAt(0) == 'p' ? run.programs().get(index).command() : name(run.files().get(index));
      heights.put(key, i * ROW + ROW / 2);
      box(boxes, column, i, label);
    }
    if (keys.size() > shown) {
      box(boxes, column, shown, "and %d more".formatted(keys.size() - shown));
    }
    return shown;
  }

  private static void box(StringBuilder boxes, int column, int row, String label) {
    String safe = Bytes.of(label).display();
    String shown =
        safe.length() <= MAX_LABEL ? safe : "\u2026" + safe.substring(safe.length() - MAX_LABEL);
    boxes.append(
        ("<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#eee\""
                + " stroke=\"#666\"/><text x=\"%d\" y=\"%d\">%s</text></g>\n")
            .formatted(
                text(safe),
                column * COLUMN,
                row * ROW + 2,
                BOX,
                ROW - 4,
                column * COLUMN + 4,
                row * ROW + ROW - 8,
                text(shown)));
  }

  private void line(Use use) {
    Integer program = heights.get("p" + use.program());
    Integer file = heights.get("f" + use.file());
    if (program == null || file == null) {
      return;
    }
    boolean isOutput = use.how() == How.WRITE;
    html.append(
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#36c\"/>\n"
            .formatted(
                isOutput ? COLUMN + BOX : BOX,
                isOutput ? program : file,
                isOutput ? 2 * COLUMN : COLUMN,
                isOutput ? file : program));
  }

  private static String name(RunFile file) {
    return file.name().isEmpty() ? file.key() : file.name();
  }

  private void table() {
    html.append("<table><tr><th>File</th><th>Role</th><th>SHA-256</th><th>Data</th></tr>\n");
    for (int i = 0; i < run.files().size(); i++) {
      RunFile file = run.files().get(i);
      Data data = files.data().get(i);
      if (file.folded() && data == null) {
        continue;
      }
      String sha256 = data == null ? file.sha256() : data.sha256();
      String state =
          data == null
              ? ("not in the crate " + files.reason(i)).strip()
              : data.isVerified() ? "as recorded" : "not verified: no digest is recorded";
      html.append("<tr><td>")
          .append(text(data == null ? name(file) : data.path()))
          .append("</td><td>")
          .append(text(file.role().name().toLowerCase(Locale.ROOT)))
          .append("</td><td>")
          .append(text(sha256 == null ? "" : sha256))
          .append("</td><td>")
          .append(text(state))
          .append("</td></tr>\n");
    }
    html.append("</table>\n");
  }
}

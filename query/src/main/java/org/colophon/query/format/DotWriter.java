// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.encoding.FileDigest;
import org.jspecify.annotations.Nullable;

/**
 * Writes a graph for Graphviz in the style of all Colophon drawings. Call begin, then nodes and
 * edges in any order, then {@link #end}. Undeclared nodes are drawn without a style.
 */
public final class DotWriter {
  private static final int MAX_LABEL = 60;

  private final Writer writer;

  /** Constructs a writer of UTF-8. Leaves the stream open. */
  public DotWriter(OutputStream out) {
    this.writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
  }

  /** Shape and colour of a kind of node. */
  public enum Shape {
    /** A process. */
    PROCESS("shape=box, style=\"rounded,filled\", fillcolor=\"#fff2cc\""),
    /** An object. */
    OBJECT("shape=ellipse, style=filled, fillcolor=\"#dae8fc\""),
    /** Any other node. */
    OTHER("shape=note, style=filled, fillcolor=\"#f5f5f5\"");

    private final String attributes;

    Shape(String attributes) {
      this.attributes = attributes;
    }
  }

  /** Opens the graph; edges run from left to right. */
  public void begin(String name) throws IOException {
    writer.write("digraph " + name + " {\n  rankdir=LR;\n");
    writer.write("  node [fontname=\"sans-serif\", fontsize=10];\n");
    writer.write("  edge [fontname=\"sans-serif\", fontsize=8];\n");
  }

  /** Writes an escaped caption below the graph. */
  public void caption(String text) throws IOException {
    writer.write("  labelloc=b;\n  label=" + quote(text) + ";\n");
  }

  /**
   * Writes a node.
   *
   * @param title one terminal-safe line, shortened in the drawing and complete in the tooltip
   * @param isEmphasised drawn with a thick line
   */
  public void node(String id, String title, Shape shape, boolean isEmphasised) throws IOException {
    node(id, title, shape, isEmphasised, null);
  }

  /**
   * Writes a node with the digests of its content as attributes, which Graphviz does not draw.
   *
   * @param digest null if unknown
   */
  public void node(
      String id, String title, Shape shape, boolean isEmphasised, @Nullable FileDigest digest)
      throws IOException {
    writer.write("  " + quote(id) + " [label=" + quote(shorten(title)));
    writer.write(", tooltip=" + quote(title) + ", " + shape.attributes);
    if (digest != null) {
      writer.write(", sha256=" + quote(digest.sha256()) + ", gitBlob=" + quote(digest.git()));
    }
    writer.write((isEmphasised ? ", penwidth=2" : "") + "];\n");
  }

  /** Writes an edge without a tooltip. */
  public void edge(String from, String to, String label, boolean isDashed) throws IOException {
    edge(from, to, label, isDashed, "");
  }

  /**
   * Writes an edge.
   *
   * @param tooltip terminal-safe lines; may be empty
   */
  public void edge(String from, String to, String label, boolean isDashed, String tooltip)
      throws IOException {
    writer.write("  " + quote(from) + " -> " + quote(to) + " [label=" + quote(label));
    writer.write(isDashed ? ", style=dashed" : "");
    writer.write((tooltip.isEmpty() ? "" : ", edgetooltip=" + quote(tooltip)) + "];\n");
  }

  /** Closes the graph and flushes. */
  public void end() throws IOException {
    writer.write("}\n");
    writer.flush();
  }

  /**
   * Shortens a long text in the middle. Preserves its end, which names the file in a path or a
   * compiler call.
   */
  private static String shorten(String title) {
    if (title.length() <= MAX_LABEL) {
      return title;
    }
    int from =
        title.offsetByCodePoints(title.length(), -Math.min(MAX_LABEL / 2, codePoints(title)));
    int to = title.offsetByCodePoints(0, Math.min(MAX_LABEL / 4, codePoints(title)));
    return title.substring(0, to) + "..." + title.substring(from);
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * Returns a quoted string. Doubles backslashes, because Graphviz has escapes, and escapes
   * ampersands, because it has entities.
   */
  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("&", "&amp;") + '"';
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.util.BitSet;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Flow;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.RelationKind;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as statements, one on each line. In Graphviz a later statement about a node or
 * edge adds to earlier ones, so nothing is rewritten.
 *
 * <p>Edges point from effect to cause and are labelled with PROV relations. The first name of an
 * object is its label, the last its tooltip.
 */
final class DotStatements {
  private static final String PROCESS_STYLE =
      ", shape=box, style=\"rounded,filled\", fillcolor=\"#fff2cc\"];\n";
  private static final String OBJECT_STYLE = ", style=filled, fillcolor=\"#dae8fc\"];\n";
  private static final int EDGE_BITS = 16;
  private static final Pattern NAMED = Pattern.compile("  \"object:(\\d{1,9})\" \\[label=.*");

  private final boolean drawsTouches;

  /**
   * Recent edges, so that repeated accesses are drawn once. A forgotten edge is drawn again with
   * the same key, which Graphviz treats as the same edge.
   */
  private final long[] edgeFrom = new long[1 << EDGE_BITS];

  private final long[] edgeTo = new long[1 << EDGE_BITS];

  /** The objects with a label. Ids are dense, so this takes one bit for each. */
  private final BitSet named = new BitSet();

  DotStatements(boolean drawsTouches) {
    this.drawsTouches = drawsTouches;
  }

  /** Restores the label state of an object from a line of the file. */
  void restore(String line) {
    Matcher statement = NAMED.matcher(line);
    if (statement.matches()) {
      named.set(Integer.parseInt(statement.group(1)));
    }
  }

  void add(StringBuilder out, RecordBatch r) {
    switch (r.type()) {
      case PROCESS -> addProcess(out, r);
      case OBJECT -> addObject(out, r.object(), r.objectDeclaration());
      case ACCESS -> addAccess(out, r, r.operationKind().mode());
      case INTERVAL -> addAccess(out, r, r.accessMode());
      case LINK -> addLink(out, r);
      case DERIVATION ->
          addEdge(out, object(r.object()), object(r.cause()), "derivation", "wasDerivedFrom", true);
      case CUT ->
          addEdge(out, object(r.object()), process(r.process()), "cut", "wasInvalidatedBy", false);
      case BIND -> addName(out, r.object(), r.path());
      case RENAME -> addMove(out, r);
      case EXCHANGE -> addComment(out, "exchanged", r.path(), r.toPath());
      case UNBIND -> addComment(out, "unbound", r.path(), null);
      case SNAPSHOT -> addComment(out, "snapshot", Bytes.of(r.label()), null);
      case GAP -> addGap(out, r);
      case EXIT, EXTENDED -> {}
    }
  }

  private static String process(long id) {
    return "\"process:" + id + '"';
  }

  private static String object(long id) {
    return "\"object:" + id + '"';
  }

  private static void addProcess(StringBuilder out, RecordBatch r) {
    String command = DotText.command(r.processDeclaration());
    String shown = command.isEmpty() ? "process:" + r.process() : command;
    out.append("  ").append(process(r.process())).append(" [label=").append(DotText.label(shown));
    out.append(", tooltip=").append(DotText.tooltip(shown)).append(PROCESS_STYLE);
  }

  /** Writes a declared object. Its label is used only if the object has no name yet. */
  private void addObject(StringBuilder out, long id, ObjectDeclaration declaration) {
    out.append("  ").append(object(id)).append(" [shape=").append(shape(declaration));
    if (!declaration.label().isEmpty() && !isNamed(id)) {
      out.append(", label=").append(DotText.label(declaration.label().display()));
    }
    out.append(OBJECT_STYLE);
  }

  private static String shape(ObjectDeclaration declaration) {
    return switch (declaration.kind()) {
      case DIRECTORY -> "folder";
      case PIPE, FIFO, SOCKET -> "cds";
      case TERMINAL, DEVICE -> "component";
      case TABLE, ROWS, DOCUMENT -> "cylinder";
      case AGENT -> "house";
      default -> "ellipse";
    };
  }

  private boolean isNamed(long id) {
    return id < Integer.MAX_VALUE && named.get((int) id);
  }

  private void addName(StringBuilder out, long id, Bytes path) {
    if (FileDigest.isName(path)) {
      return;
    }
    out.append("  ").append(object(id)).append(" [");
    if (id < Integer.MAX_VALUE && !named.get((int) id)) {
      named.set((int) id);
      out.append("label=").append(DotText.label(path.display())).append(", ");
    }
    out.append("tooltip=").append(DotText.tooltip(path.display())).append("];\n");
  }

  private void addMove(StringBuilder out, RecordBatch r) {
    addComment(out, "renamed", r.path(), r.toPath());
    if (r.object() != 0) {
      addName(out, r.object(), r.toPath());
    }
  }

  private static void addComment(
      StringBuilder out, String what, Bytes path, @Nullable Bytes toPath) {
    out.append("  // ").append(what).append(' ').append(DotText.tooltip(path.display()));
    if (toPath != null) {
      out.append(' ').append(DotText.tooltip(toPath.display()));
    }
    out.append('\n');
  }

  private void addAccess(StringBuilder out, RecordBatch r, AccessMode mode) {
    if ((mode == AccessMode.TOUCH && !drawsTouches)
        || !isNew(r.process(), r.object(), mode.code())) {
      return;
    }
    boolean isFromProcess = mode.relation() == RelationKind.USED || mode == AccessMode.AGENT;
    String process = process(r.process());
    String object = object(r.object());
    addEdge(
        out,
        isFromProcess ? process : object,
        isFromProcess ? object : process,
        mode.name().toLowerCase(Locale.ROOT),
        label(mode),
        mode.flow() == Flow.DATA);
  }

  /** Returns whether the edge was not drawn recently. */
  private boolean isNew(long process, long object, int mode) {
    long one = process << 4 | mode;
    long hash = (one * 0x9E3779B97F4A7C15L + object) * 0x9E3779B97F4A7C15L;
    int slot = (int) (hash >>> (Long.SIZE - EDGE_BITS));
    if (edgeFrom[slot] == one && edgeTo[slot] == object) {
      return false;
    }
    edgeFrom[slot] = one;
    edgeTo[slot] = object;
    return true;
  }

  private static String label(AccessMode mode) {
    return switch (mode) {
      case CODE -> "used (code)";
      case NAME -> "wasInfluencedBy (name)";
      default -> mode.relation().provName();
    };
  }

  private static void addLink(StringBuilder out, RecordBatch r) {
    String kind = r.linkKind().name().toLowerCase(Locale.ROOT);
    addEdge(
        out,
        process(r.process()),
        process(r.cause()),
        kind,
        "wasInformedBy (" + kind + ")",
        r.linkKind().flow() == Flow.DATA);
  }

  /** Adds an edge. Its key and label are constants and need no quoting. */
  private static void addEdge(
      StringBuilder out, String effect, String cause, String key, String label, boolean isData) {
    out.append("  ").append(effect).append(" -> ").append(cause);
    out.append(" [key=").append(key).append(", label=\"").append(label);
    out.append(isData ? "\"];\n" : "\", style=dashed];\n");
  }

  private static void addGap(StringBuilder out, RecordBatch r) {
    String gap = "\"gap:" + r.lsn() + "." + r.process() + '"';
    String text = r.gapCause().text() + " (" + r.count() + ")";
    out.append("  ").append(gap).append(" [label=").append(DotText.label(text));
    out.append(", shape=note, style=filled, fillcolor=\"#f8cecc\"];\n");
    if (r.process() != 0) {
      out.append("  ").append(process(r.process())).append(" -> ").append(gap);
      out.append(" [style=dotted, arrowhead=none];\n");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;

/**
 * One of the two compared lineages.
 *
 * @param base directory below which names are relative, without a slash at its end; empty if all
 *     names are absolute
 * @param isOfDirectory true if the files below the base are compared themselves
 */
record DiffSide(Lineage lineage, Bytes base, boolean isOfDirectory) {
  /** Varying names of files that compilers and {@code mktemp} make. */
  private static final Pattern TEMPORARY =
      Pattern.compile("(?<=/tmp/)(?:cc\\w{6}|tmp[._]?\\w{6,})");

  /** Returns the newest version of each compared object. */
  Collection<LineageNode> objects() {
    Map<Bytes, LineageNode> byName = new LinkedHashMap<>();
    for (LineageNode node : lineage.nodes()) {
      boolean isCompared = node.depth() > 0 || (isOfDirectory && !relative(node.name()).isEmpty());
      if (!node.isProcess() && isCompared && !isPipe(node)) {
        byName.merge(nameOf(node), node, (x, y) -> x.boundLsn() >= y.boundLsn() ? x : y);
      }
    }
    return byName.values();
  }

  static Bytes nameOf(LineageNode node) {
    return node.name().isEmpty() ? Bytes.of(node.target()) : node.name();
  }

  /** Returns a name relative to the base; empty if it is not below the base. */
  Bytes relative(Bytes name) {
    return !base.isEmpty() && name.length() > base.length() && name.isAtOrBelow(base)
        ? name.slice(base.length(), name.length())
        : Bytes.EMPTY;
  }

  private static boolean isPipe(LineageNode node) {
    ObjectKind kind = node.object() == null ? null : node.object().declaration().kind();
    return kind == ObjectKind.PIPE || kind == ObjectKind.SOCKET;
  }

  Map<Bytes, List<LineageNode>> byExecutable() {
    Map<Bytes, List<LineageNode>> grouped = new LinkedHashMap<>();
    for (LineageNode node : lineage.nodes()) {
      if (node.isProcess() && node.process() != null) {
        grouped.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(node);
      }
    }
    return grouped;
  }

  /**
   * Returns the command line, with temporary names replaced. The lineage lacks such a file if the
   * command only wrote it.
   *
   * @param names texts to replace, such as names of temporary files, and their replacements
   */
  static List<String> argumentsOf(LineageNode node, Map<String, String> names) {
    return Objects.requireNonNull(node.process()).declaration().arguments().stream()
        .map(Bytes::toString)
        .map(text -> replace(text, names))
        .toList();
  }

  private static String replace(String text, Map<String, String> names) {
    String replaced = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      replaced = replaced.replace(each.getKey(), each.getValue());
    }
    return TEMPORARY.matcher(replaced).replaceAll("(temporary file)");
  }

  /**
   * Returns, for each written object that was removed, its writers, its readers and the end of its
   * name.
   */
  Map<Integer, String> roles() {
    Map<Integer, Set<String>> users = new LinkedHashMap<>();
    BitSet written = written();
    lineage
        .edges()
        .forEach(
            edge -> {
              LineageNode effect = lineage.effect(edge);
              LineageNode cause = lineage.cause(edge);
              if (!effect.isProcess() && cause.isProcess()) {
                users
                    .computeIfAbsent(effect.index(), i -> new TreeSet<>())
                    .add("by " + cause.name());
              } else if (effect.isProcess() && !cause.isProcess()) {
                users
                    .computeIfAbsent(cause.index(), i -> new TreeSet<>())
                    .add("to " + effect.name());
              }
            });
    Map<Integer, String> roles = new LinkedHashMap<>();
    users.forEach(
        (index, its) -> {
          if (written.get(index) && lineage.nodes().get(index).end() != null) {
            roles.put(index, its + ending(lineage.nodes().get(index).name().toString()));
          }
        });
    return roles;
  }

  private static String ending(String name) {
    String last = name.substring(name.lastIndexOf('/') + 1);
    return last.contains(".") ? last.substring(last.lastIndexOf('.')) : "";
  }

  /** Returns the indexes of the nodes that have a cause in the lineage. */
  BitSet written() {
    BitSet written = new BitSet();
    lineage.edges().forEach(edge -> written.set(edge.effect()));
    return written;
  }

  /** Returns the objects that have no cause in the lineage. */
  Stream<LineageNode> inputs() {
    BitSet written = written();
    return lineage.nodes().stream()
        .filter(node -> !node.isProcess() && node.more() == 0 && !written.get(node.index()));
  }
}

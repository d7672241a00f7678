// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.LineageDiff.Pair;
import org.colophon.query.report.LineageMerge;
import org.colophon.query.target.Target;

/**
 * Compares the ancestors of two targets.
 *
 * @param limit maximum number of nodes of each lineage
 */
record Comparison(
    LineageEngine engine, LineageReader reader, AnswerStyle style, long asOfLsn, int limit) {
  /** Returns the difference. If it is empty, counts the differences in the hidden parts. */
  LineageDiff of(Target one, Target other, LineageFilter filter) {
    LineageDiff diff = diffOf(one, other, filter);
    return diff.size() == 0 && diff.leavesOut()
        ? diff.hiding(diffOf(one, other, filter.withEverything()).size())
        : diff;
  }

  private LineageDiff diffOf(Target one, Target other, LineageFilter filter) {
    LineageDiff diff = rawDiff(one, other, filter);
    if (!filter.dataOnly()) {
      return diff;
    }
    LineageFilter broad = new LineageFilter(false, filter.hidden(), filter.all(), filter.mine());
    List<Pair> scripts =
        rawDiff(one, other, broad).changed().stream()
            .filter(each -> isScript(each.first()) && !isIn(diff, each))
            .toList();
    return scripts.isEmpty() ? diff : diff.withInputs(scripts);
  }

  /** Returns whether an argument of a process that read a file is the file's name. */
  private boolean isScript(LineageNode file) {
    boolean[] isScript = {false};
    reader.accessesOfObject(
        file.id(),
        AccessMode.READ.bit() | AccessMode.CODE.bit(),
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          ProcessInfo info = reader.process(process);
          isScript[0] |= info != null && isNamedBy(info.declaration(), file.name());
        });
    return isScript[0];
  }

  private static boolean isNamedBy(ProcessDeclaration process, Bytes name) {
    Path path = PathBytes.path(name);
    return process.arguments().stream()
        .map(Bytes::toString)
        .anyMatch(each -> path.endsWith(each.startsWith("./") ? each.substring(2) : each));
  }

  private static boolean isIn(LineageDiff diff, Pair pair) {
    return diff.changed().stream().anyMatch(each -> each.first().id() == pair.first().id());
  }

  private LineageDiff rawDiff(Target one, Target other, LineageFilter filter) {
    return compared(one, other, filter, engine::diff);
  }

  /** Returns the union of both lineages. */
  LineageMerge merge(Target one, Target other, LineageFilter filter) {
    return compared(one, other, filter, engine::merge);
  }

  private interface Comparing<T> {
    T of(LineageQuery first, Bytes one, LineageQuery second, Bytes other, boolean areTargets);
  }

  private <T> T compared(Target one, Target other, LineageFilter filter, Comparing<T> comparing) {
    boolean isOfDirectories = one.isDirectory() && other.isDirectory();
    int same = isOfDirectories ? 0 : sameEnd(one.path(), other.path());
    return comparing.of(
        query(one, filter),
        base(one, same, isOfDirectories),
        query(other, filter),
        base(other, same, isOfDirectories),
        isOfDirectories);
  }

  /**
   * Returns the length of the last components that two paths have in common, with the slash before
   * them; 0 if the paths are equal.
   */
  private static int sameEnd(Bytes one, Bytes other) {
    int same = 0;
    int length = 0;
    int shortest = Math.min(one.length(), other.length());
    while (length < shortest
        && one.at(one.length() - length - 1) == other.at(other.length() - length - 1)) {
      length++;
      same = one.at(one.length() - length) == '/' ? length : same;
    }
    return one.equals(other) ? 0 : same;
  }

  private static Bytes base(Target target, int same, boolean isOfDirectories) {
    if (isOfDirectories) {
      return directory(target);
    }
    return same == 0 ? Bytes.EMPTY : target.path().slice(0, target.path().length() - same);
  }

  private LineageQuery query(Target target, LineageFilter filter) {
    LineageQuery.Builder query =
        LineageQuery.builder().roots(target.roots()).asOfLsn(asOfLsn).maxNodes(limit);
    return filter
        .apply(query)
        .mine(new MineDirectory(reader, style, asOfLsn).of(filter, target))
        .build();
  }

  private static Bytes directory(Target target) {
    Bytes path = target.path();
    boolean isOpen = path.length() > 1 && path.at(path.length() - 1) == '/';
    return isOpen ? path.slice(0, path.length() - 1) : path;
  }

  /** Returns remarks about the limits of the comparison. */
  static List<String> remarks(LineageDiff diff) {
    List<String> remarks = new ArrayList<>();
    if (diff.isCutOff()) {
      remarks.add("only a part of the origins was compared; a larger limit compares more");
    }
    if (diff.isIncomplete()) {
      remarks.add("the capture is incomplete: missing parts may differ or be the same");
    }
    return remarks;
  }
}

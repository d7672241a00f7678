package org.colophon.query.answer;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.report.LineageDiff;
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
    boolean isOfDirectories = one.isDirectory() && other.isDirectory();
    return engine.diff(
        query(one, filter),
        isOfDirectories ? directory(one) : Bytes.EMPTY,
        query(other, filter),
        isOfDirectories ? directory(other) : Bytes.EMPTY);
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

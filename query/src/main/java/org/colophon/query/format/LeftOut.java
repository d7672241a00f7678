// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.fact.Gap;
import org.colophon.query.api.Lineage;
import org.colophon.query.text.DisplayText;

/**
 * Remarks on an incomplete lineage, each a terminal-safe line. All formats use the same remarks.
 */
public final class LeftOut {
  private LeftOut() {}

  /** Returns remarks about exceeded limits, then about losses of capture. */
  public static List<String> of(Lineage lineage) {
    List<String> lines = beyond(lineage);
    lines.addAll(losses(lineage));
    return lines;
  }

  public static List<String> beyond(Lineage lineage) {
    List<String> lines = new ArrayList<>();
    int depth = lineage.summary().beyondDepth();
    int count = lineage.summary().beyondCount();
    if (depth > 0) {
      lines.add(depth + " more beyond depth " + lineage.query().maxDepth());
    }
    if (count > 0) {
      String limit = DisplayText.count(lineage.query().maxNodes(), "node");
      lines.add(count + " or more beyond the limit of " + limit);
    }
    return lines;
  }

  public static List<String> losses(Lineage lineage) {
    return losses(lineage.summary().gaps());
  }

  /** Returns a line with the number of gaps and the first gap; an empty list without gaps. */
  public static List<String> losses(List<Gap> gaps) {
    if (gaps.isEmpty()) {
      return List.of();
    }
    String first = gaps.size() == 1 ? ": " : ", the first: ";
    return List.of(
        "incomplete: "
            + DisplayText.count(gaps.size(), "gap")
            + " (see colophon status)"
            + first
            + NodeText.gap(gaps.get(0)));
  }
}

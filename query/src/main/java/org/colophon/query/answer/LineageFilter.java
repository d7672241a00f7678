// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.util.List;
import org.colophon.query.api.LineageQuery;
import org.jspecify.annotations.Nullable;

/**
 * Selection of the edges and nodes in a lineage.
 *
 * @param dataOnly true to follow data edges only.
 * @param hidden patterns of objects and programs to hide.
 * @param all true to include code, and files of the system and of tool chains.
 * @param mine directory whose files are shown; empty for the run's directory; null to show all
 *     files.
 */
public record LineageFilter(
    boolean dataOnly, List<String> hidden, boolean all, @Nullable String mine) {
  public LineageFilter {
    hidden = List.copyOf(hidden);
  }

  /** Returns this filter with its patterns, but without its other exclusions. */
  LineageFilter withEverything() {
    return new LineageFilter(dataOnly, hidden, true, null);
  }

  /** Applies this filter to a broad query, which also omits code and files of tools by default. */
  LineageQuery.Builder apply(LineageQuery.Builder query) {
    return applyHidden(query).includeCode(all).includeNames(all).folded(!all);
  }

  /** Applies this filter to a specific query, which omits only what the filter hides. */
  LineageQuery.Builder applyHidden(LineageQuery.Builder query) {
    hidden.forEach(query::hide);
    return query.dataOnly(dataOnly);
  }
}

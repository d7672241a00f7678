package org.colophon.service.answer;

import java.util.List;
import org.colophon.query.api.LineageQuery;

/**
 * Edges and nodes that a lineage leaves out.
 *
 * @param dataOnly true to follow data edges only
 * @param hidden globs of objects and programs to leave out
 * @param all true to include code, and files of the system and of tool chains
 * @param mine directory whose files are shown; empty for the run's directory; null to show all
 *     files
 */
public record LineageFilter(boolean dataOnly, List<String> hidden, boolean all, String mine) {
  public LineageFilter {
    hidden = List.copyOf(hidden);
  }

  /** Returns this filter reduced to its patterns: it leaves out only nodes that they match. */
  LineageFilter withEverything() {
    return new LineageFilter(dataOnly, hidden, true, null);
  }

  /** Configures a broad query, which leaves out code and files of tools as well. */
  LineageQuery.Builder apply(LineageQuery.Builder query) {
    return applyHidden(query).includeCode(all).includeNames(all).folded(!all);
  }

  /** Configures a specific query, which leaves out only what the request hides. */
  LineageQuery.Builder applyHidden(LineageQuery.Builder query) {
    hidden.forEach(query::hide);
    return query.dataOnly(dataOnly);
  }
}

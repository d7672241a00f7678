// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.Root;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.report.Details;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.History;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.LineageMerge;
import org.colophon.query.search.LineageSearch;
import org.colophon.query.search.PathSearch;

/**
 * Answers lineage queries from a reader. Any number of threads may call it at once; each call runs
 * on the caller's thread. Scratch memory is kept between calls.
 */
public final class LineageEngine {
  private final LineageReader reader;
  private final ConcurrentLinkedQueue<LineageSearch> idle = new ConcurrentLinkedQueue<>();

  /**
   * Constructs an engine.
   *
   * @param reader the reader, which the caller closes after the last query
   */
  public LineageEngine(LineageReader reader) {
    this.reader = reader;
  }

  /** Passes a lineage to a visitor during the search. */
  public LineageSummary run(LineageQuery query, LineageVisitor visitor) {
    LineageSearch search = borrow();
    LineageSummary summary = search.run(query, visitor);
    giveBack(search);
    return summary;
  }

  /** Collects a lineage with the details of each node. */
  public Lineage collect(LineageQuery query) {
    LineageSearch search = borrow();
    Lineage lineage = new Collector(reader.until(query.asOfLsn()), query).collect(search);
    giveBack(search);
    return lineage;
  }

  /**
   * Explains why a cause is an ancestor. Returns a chain with the fewest edges whose operations are
   * in order.
   *
   * @param query its roots are the effects; direction and depth are ignored
   * @param causes possible ends of the chain, in any version of an object
   */
  public Explanation why(LineageQuery query, List<Root> causes) {
    return why(query, causes, 1).get(0);
  }

  /**
   * Returns several chains, the shortest first. If no chain exists, returns one explanation without
   * hops. Only the first chain may pass a node twice.
   *
   * @param maxChains the maximum number of chains, at least 1
   */
  public List<Explanation> why(LineageQuery query, List<Root> causes, int maxChains) {
    Explanation shortest = new PathSearch(reader, query, causes, 1).find().get(0);
    if (maxChains == 1 || !shortest.isFound()) {
      return List.of(shortest);
    }
    // A search for several chains may miss the shortest chain, because it limits the visits of each
    // node.
    List<Explanation> several = new PathSearch(reader, query, causes, maxChains).find();
    Stream<Explanation> others =
        several.stream().filter(each -> each.isFound() && !each.nodes().equals(shortest.nodes()));
    return Stream.concat(Stream.of(shortest), others).limit(maxChains).toList();
  }

  /** Returns the events at a path up to an LSN. */
  public History history(Bytes path, long asOfLsn) {
    return new HistoryBuilder(reader.until(asOfLsn), asOfLsn).build(path, false);
  }

  /** Returns the events at a path up to an LSN, with the changes that inspectors found. */
  public History historyWithChanges(Bytes path, long asOfLsn) {
    return new HistoryBuilder(reader.until(asOfLsn), asOfLsn).build(path, true);
  }

  /** Returns the difference of two lineages. */
  public LineageDiff diff(LineageQuery first, LineageQuery second) {
    return diff(first, Bytes.EMPTY, second, Bytes.EMPTY, false);
  }

  /**
   * Returns the difference of two lineages, with names relative to two directories.
   *
   * @param one the directory of the first query, without a slash at its end; empty for none
   * @param other directory of the second query
   * @param areTargets true if the queries are about all files below the directories
   */
  public LineageDiff diff(
      LineageQuery first, Bytes one, LineageQuery second, Bytes other, boolean areTargets) {
    return builder(first, one, second, other, areTargets).build();
  }

  /** Returns the union of two lineages. The parameters are those of their difference. */
  public LineageMerge merge(
      LineageQuery first, Bytes one, LineageQuery second, Bytes other, boolean areTargets) {
    return builder(first, one, second, other, areTargets).merge();
  }

  private DiffBuilder builder(
      LineageQuery first, Bytes one, LineageQuery second, Bytes other, boolean areTargets) {
    return new DiffBuilder(
        new DiffSide(collect(first), one, areTargets),
        new DiffSide(collect(second), other, areTargets),
        new ContentVersions(reader, Lsn.LATEST));
  }

  /** Returns all details of a process or an object, as of the root's LSN. */
  public Details show(Root root) {
    return new DetailsBuilder(reader.until(root.lsn()), root).build();
  }

  private LineageSearch borrow() {
    LineageSearch search = idle.poll();
    return search == null ? new LineageSearch(reader) : search;
  }

  /** Returns scratch memory to the pool, unless the search failed or the memory grew large. */
  private void giveBack(LineageSearch search) {
    if (search.isWorthKeeping()) {
      idle.offer(search);
    }
  }
}

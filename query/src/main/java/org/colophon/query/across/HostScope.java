// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.HostCoverage;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.report.Explanation;
import org.jspecify.annotations.Nullable;

/** The history of the query's host together with the histories of other hosts. One thread. */
public final class HostScope {
  private final LineageReader reader;
  private final LineageEngine engine;
  private final HostReaders hosts;
  private final @Nullable HostCut cut;

  /**
   * Constructs a scope from open readers. The caller closes them.
   *
   * @param reader reader of the query's host
   * @param asOf a cut such as {@code web=120,db=88}; any other text, or null, sets no LSN for other
   *     hosts
   */
  public HostScope(
      LineageReader reader, LineageEngine engine, HostReaders hosts, @Nullable String asOf) {
    this.reader = reader;
    this.engine = engine;
    this.hosts = hosts;
    this.cut = asOf != null && HostCut.isCut(asOf) ? HostCut.parse(asOf) : null;
  }

  /** Returns whether queries are as of a cut. */
  public boolean hasCut() {
    return cut != null;
  }

  /** Returns the cut's LSN for the query's host. */
  public long ownLsn() {
    HostCut asked = Objects.requireNonNull(cut);
    Long lsn = asked.lsns().get(hosts.own());
    if (lsn == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "as-of "
              + asked.text()
              + " has no LSN of the queried host; add "
              + (hosts.own().isEmpty() ? "HOST=LSN" : hosts.own() + "=LSN"));
    }
    return lsn;
  }

  /** Returns the other hosts. */
  public HostReaders hosts() {
    return hosts;
  }

  /** Collects a lineage that may cross to other hosts. */
  public Lineage collect(LineageQuery query) {
    return HostLineage.collect(reader, engine, query, hosts, cut);
  }

  /**
   * Returns the shortest chains over several hosts.
   *
   * @param here causes on the query's host
   * @param there causes on other hosts
   * @param chains the maximum number of chains
   */
  public List<Explanation> chains(
      LineageQuery query, List<Root> here, List<HostTarget> there, int chains) {
    return HostChain.find(
        collect(query),
        here,
        chains,
        node -> there.stream().anyMatch(each -> each.isMeant(node)) || isOneOf(here, node));
  }

  private static boolean isOneOf(List<Root> roots, LineageNode node) {
    return node.host().isEmpty()
        && roots.stream().anyMatch(root -> root.id() == node.id() && root.type() == node.type());
  }

  /** Returns the LSNs of the cut by host; null without a cut. */
  public @Nullable Map<String, Long> lsns() {
    return cut == null ? null : cut.lsns();
  }

  /** Returns remarks: the LSN of each host, and the hosts that did not answer. */
  public static List<String> remarks(HostCoverage covered) {
    List<String> remarks = new ArrayList<>();
    if (covered.isOfSeveral()) {
      remarks.add("over several hosts, as of " + new HostCut(covered.cut()).text());
    }
    covered.missing().forEach(each -> remarks.add("incomplete: " + each));
    covered.gaps().entrySet().stream()
        .filter(each -> !each.getKey().isEmpty()) // the query's host, which has its own remark
        .map(each -> stopped(each.getKey(), each.getValue()))
        .filter(each -> !each.isEmpty())
        .forEach(each -> remarks.add("incomplete: " + each));
    return remarks;
  }

  /** Returns a message if a host's copy has stopped; empty if none of its gaps is of that cause. */
  static String stopped(String host, List<Gap> gaps) {
    return gaps.stream()
        .filter(gap -> gap.cause() == GapCause.COPY_STOPPED)
        .findFirst()
        .map(
            gap ->
                "the copy of host %s has stopped at LSN %d: colophon status of its service has the reason"
                    .formatted(host, gap.lsn()))
        .orElse("");
  }

  /** Returns a remark if an answer covers only one of several hosts. */
  public List<String> remarksOnOneHost() {
    boolean isAlone = hosts.hosts().isEmpty() && hosts.peers().isEmpty();
    return isAlone ? List.of() : List.of("about host " + hosts.own() + " only; see colophon hosts");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.adapters.AdapterReplacement;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.PruneRequest;

/**
 * Prunes the adapters of a store one after the other. The policy applies to the primary; the others
 * are pruned up to the same LSN, so that all have the same history. If one cannot be pruned, the
 * others still are, and the identities in that adapter keep their ids. One thread, the caller's.
 */
public final class PruningRound {
  private static final Logger LOG = System.getLogger(PruningRound.class.getName());

  private final PruneRequest request;
  private final AdapterReplacement adapters;
  private final PruningHost host;
  private final PruningSlot slot;
  private final List<PruneReport> reports = new ArrayList<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();

  public PruningRound(
      PruneRequest request, AdapterReplacement adapters, PruningHost host, PruningSlot slot) {
    this.request = request;
    this.adapters = adapters;
    this.host = host;
    this.slot = slot;
  }

  public PruneOutcome run() {
    PruneReport first = prune(request, Pruning.BY_POLICY);
    reports.add(first);
    if (request.adapter() == null && first.cutLsn() > 0) {
      adapters.others(first.adapter()).forEach((name, reason) -> other(name, reason, first));
    }
    return new PruneOutcome(reports, skipped);
  }

  private PruneReport prune(PruneRequest one, long cutLsn) {
    return slot.run(new Pruning(one, cutLsn, adapters, host));
  }

  private void other(String name, String reason, PruneReport first) {
    if (!reason.isEmpty()) {
      skip(name, reason);
      return;
    }
    PruneRequest one =
        new PruneRequest(
            name,
            request.policy(),
            request.isDryRun(),
            first.isDone() ? 0 : request.minShare(),
            request.maxShare(),
            request.graceMillis());
    try {
      reports.add(prune(one, first.cutLsn()));
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.INTERRUPTED || e.code() == ErrorCode.KERNEL_CLOSED) {
        throw e;
      }
      skip(name, e.getMessage());
    }
  }

  private void skip(String name, String reason) {
    skipped.put(name, reason);
    if (!request.isDryRun()) {
      LOG.log(
          Level.WARNING,
          "adapter {0} was not pruned: {1}; to prune it too: colophon adapters rebuild {0}",
          name,
          reason);
    }
  }
}

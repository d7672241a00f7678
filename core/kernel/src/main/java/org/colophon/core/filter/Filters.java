// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.spi.filter.CaptureFilter;
import org.colophon.core.spi.reporter.OperationSink;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a kernel: those of the store, and the rules of attachments. Sinks with equal rules
 * share their decisions, since a client may declare a process in one request and use it in another.
 * Any thread.
 */
public final class Filters {
  private final AtomicLong filteredIds = new AtomicLong(OperationSink.FIRST_FILTERED + 1);
  private final List<CaptureFilter> ofStore;
  private final @Nullable FilterDecisions shared;
  private final IdentityRegistry objects;
  private final Map<CaptureRules, WeakReference<FilterDecisions>> byRules = new WeakHashMap<>();

  public Filters(List<CaptureFilter> ofStore, IdentityRegistry objects) {
    this.ofStore = List.copyOf(ofStore);
    this.shared = ofStore.isEmpty() ? null : decisions(combined(ofStore), null);
    this.objects = objects;
  }

  private FilterDecisions decisions(CaptureFilter filter, @Nullable FilterDecisions base) {
    return new FilterDecisions(filter, base, filteredIds::getAndIncrement);
  }

  private static CaptureFilter combined(List<CaptureFilter> filters) {
    return filters.size() == 1 ? filters.get(0) : new CombinedFilter(filters);
  }

  /** Returns the sink itself if no filter applies, else a filtering sink. */
  public OperationSink apply(OperationSink sink, CaptureRules rules) {
    FilterDecisions decisions = rules.isEmpty() ? shared : decisions(rules);
    return decisions == null ? sink : new FilteringSink(sink, decisions, objects);
  }

  private synchronized FilterDecisions decisions(CaptureRules rules) {
    WeakReference<FilterDecisions> known = byRules.get(rules);
    FilterDecisions found = known == null ? null : known.get();
    if (found == null) {
      List<CaptureFilter> all = new ArrayList<>(ofStore);
      all.add(rules);
      found = decisions(combined(all), shared);
      byRules.remove(rules); // the old key may be collected with its decisions
      byRules.put(rules, new WeakReference<>(found));
    }
    return found;
  }
}

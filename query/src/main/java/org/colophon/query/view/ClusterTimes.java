// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import org.colophon.query.api.LineageEdge;
import org.colophon.query.fold.Clusters;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Times of the first and last operation of each cluster. */
final class ClusterTimes {
  private final long[] firstNanos;
  private final long[] lastNanos;

  ClusterTimes(Clusters clusters) {
    this.firstNanos = new long[clusters.all().size()];
    this.lastNanos = new long[firstNanos.length];
    for (LineageEdge edge : clusters.lineage().edges()) {
      add(clusters.of(edge.cause()), edge);
      add(clusters.of(edge.effect()), edge);
    }
  }

  private void add(int place, LineageEdge edge) {
    if (place < 0) {
      return; // the clusters are only a part of the lineage
    }
    long first = edge.firstNanos();
    if (first != 0 && (firstNanos[place] == 0 || first < firstNanos[place])) {
      firstNanos[place] = first;
    }
    lastNanos[place] = Math.max(lastNanos[place], Math.max(first, edge.lastNanos()));
  }

  /** Returns the time of the first operation; null if unknown. */
  @Nullable String from(int place) {
    return firstNanos[place] == 0 ? null : DisplayText.instant(firstNanos[place]);
  }

  /** Returns the time of the last operation; null if it is the first one. */
  @Nullable String to(int place) {
    return lastNanos[place] == firstNanos[place] ? null : DisplayText.instant(lastNanos[place]);
  }
}

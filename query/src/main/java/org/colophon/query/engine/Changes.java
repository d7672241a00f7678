// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.naming.AttemptedWrites;
import org.colophon.query.naming.Describer;
import org.colophon.query.search.Expander;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records attached to the writes of a lineage. Uses {@link ObjectWrites}. Skips records
 * of writes that are not in the lineage, such as those of another version.
 *
 * @param limit the as-of LSN of the query
 */
record Changes(LineageReader reader, long limit, Describer describer) {
  List<LineageChange> of(List<LineageNode> nodes, List<LineageEdge> edges) {
    List<LineageChange> found = new ArrayList<>();
    writes(nodes, edges).forEach((object, places) -> add(object, places, found));
    found.sort(
        (a, b) ->
            a.edge() != b.edge()
                ? Integer.compare(a.edge(), b.edge())
                : Long.compare(a.extended().lsn(), b.extended().lsn()));
    return found;
  }

  private static Map<Long, Map<Write, Integer>> writes(
      List<LineageNode> nodes, List<LineageEdge> edges) {
    Map<Long, Map<Write, Integer>> writes = new LinkedHashMap<>();
    for (int i = 0; i < edges.size(); i++) {
      LineageEdge edge = edges.get(i);
      if (edge.kind() == EdgeKind.WRITE) {
        LineageNode version = nodes.get(edge.effect());
        long process = nodes.get(edge.cause()).id();
        writes
            .computeIfAbsent(version.id(), key -> new LinkedHashMap<>())
            .put(new Write(process, version.version(), edge.firstLsn()), i);
      }
    }
    return writes;
  }

  private void add(long object, Map<Write, Integer> places, List<LineageChange> found) {
    List<ExtendedRecord> attached = attached(object, places);
    if (attached.isEmpty()) {
      return;
    }
    ObjectWrites writes = new ObjectWrites(reader, object);
    List<Cut> cuts = describer.cutsOf(object);
    for (ExtendedRecord each : attached) {
      Map.Entry<Long, Long> write = writes.explainedBy(each);
      Integer place = write == null ? null : place(each, write, cuts, places);
      if (place != null) {
        found.add(new LineageChange(place, each));
      }
    }
  }

  private List<ExtendedRecord> attached(long object, Map<Write, Integer> places) {
    List<ExtendedRecord> attached = new ArrayList<>();
    for (long process : places.keySet().stream().map(Write::process).distinct().toList()) {
      for (ExtendedRecord each : reader.extendedRecords(process, object)) {
        boolean isChange =
            !each.type().endsWith(AttemptedWrites.TYPE_END) && !FileDigest.isOfFile(each.type());
        if (each.lsn() <= limit && isChange) {
          attached.add(each);
        }
      }
    }
    return attached;
  }

  /**
   * Returns the edge of a write; null for none. A write that continues after a cut has an edge to
   * each version. A record belongs to the version as of its LSN. If its LSN is within a cut, it
   * belongs to the next version. A write without a recorded end lasts until its process ends.
   */
  private @Nullable Integer place(
      ExtendedRecord each,
      Map.Entry<Long, Long> write,
      List<Cut> cuts,
      Map<Write, Integer> places) {
    long last = write.getValue();
    long end = last == Lsn.OPEN ? Expander.endOf(reader, each.process()) : last;
    long until = Math.min(each.lsn(), end);
    int version = Cut.versionAt(cuts, until);
    Integer place = places.get(new Write(each.process(), version, write.getKey()));
    while (place == null && version < cuts.size() && cuts.get(version).beginLsn() <= until) {
      version++;
      place = places.get(new Write(each.process(), version, write.getKey()));
    }
    return place;
  }

  private record Write(long process, int version, long firstLsn) {}
}

package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Finds what was attached to writes. An inspector says what changed some time after the write, so
 * where a process wrote several versions of an object, it is of the last that had begun by then.
 */
final class Changes {
  private final LineageReader reader;
  private final long limit;

  /**
   * @param limit the LSN as of which is asked
   */
  Changes(LineageReader reader, long limit) {
    this.reader = reader;
    this.limit = limit;
  }

  List<LineageChange> of(List<LineageNode> nodes, List<LineageEdge> edges) {
    List<LineageChange> found = new ArrayList<>();
    writes(nodes, edges).forEach((ends, places) -> add(ends, places, edges, found));
    found.sort(
        (a, b) ->
            a.edge() != b.edge()
                ? Integer.compare(a.edge(), b.edge())
                : Long.compare(a.extended().lsn(), b.extended().lsn()));
    return found;
  }

  /** The places of the writes between a process and the versions of an object. */
  private static Map<Ends, List<Integer>> writes(List<LineageNode> nodes, List<LineageEdge> edges) {
    Map<Ends, List<Integer>> writes = new LinkedHashMap<>();
    for (int i = 0; i < edges.size(); i++) {
      LineageEdge edge = edges.get(i);
      if (edge.kind() == EdgeKind.WRITE) {
        Ends ends = new Ends(nodes.get(edge.cause()).id(), nodes.get(edge.effect()).id());
        writes.computeIfAbsent(ends, key -> new ArrayList<>()).add(i);
      }
    }
    return writes;
  }

  private void add(
      Ends ends, List<Integer> places, List<LineageEdge> edges, List<LineageChange> found) {
    for (ExtendedRecord extended : reader.extendedRecords(ends.process, ends.object)) {
      if (extended.lsn() <= limit && !extended.type().endsWith(Attempts.TYPE_END)) {
        found.add(new LineageChange(place(extended.lsn(), places, edges), extended));
      }
    }
  }

  private static int place(long lsn, List<Integer> places, List<LineageEdge> edges) {
    int best = places.get(0);
    for (int place : places) {
      long first = edges.get(place).firstLsn();
      long known = edges.get(best).firstLsn();
      boolean isLater = first <= lsn && (known > lsn || first > known);
      best = isLater ? place : best;
    }
    return best;
  }

  private record Ends(long process, long object) {}
}

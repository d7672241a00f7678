package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.NameBinding;
import org.colophon.core.model.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageNode.Agent;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.api.NodeType;

/** Looks up what is known of nodes. */
final class Describer {
  private final LineageReader reader;
  private final Naming naming;
  private final long limit;

  /**
   * @param limit the LSN as of which a version counts as ended
   */
  Describer(LineageReader reader, long limit) {
    this.reader = reader;
    this.naming = new Naming(reader);
    this.limit = limit;
  }

  LineageNode describe(
      int index, NodeType type, long id, int version, long bound, int depth, int more) {
    return type == NodeType.PROCESS
        ? process(index, id, bound, depth, more)
        : object(index, id, version, bound, depth, more);
  }

  LineageNode process(int index, long id, long bound, int depth, int more) {
    ProcessInfo info = reader.process(id);
    return new LineageNode(
        index,
        NodeType.PROCESS,
        id,
        0,
        bound,
        depth,
        more,
        info == null ? Bytes.EMPTY : info.declaration().executable(),
        info,
        null,
        agentsOf(id),
        null,
        null);
  }

  private LineageNode object(int index, long id, int version, long bound, int depth, int more) {
    List<Cut> cuts = cutsOf(id);
    return new LineageNode(
        index,
        NodeType.OBJECT,
        id,
        version,
        bound,
        depth,
        more,
        naming.nameOf(id, bound),
        null,
        reader.object(id),
        List.of(),
        version == 0 || version > cuts.size() ? null : cuts.get(version - 1),
        version < cuts.size() ? cuts.get(version) : removalOf(id));
  }

  /** The removal of the object's last name; null if it has one, or never had. */
  private Cut removalOf(long id) {
    long removed = Lsn.NONE;
    for (NameBinding binding : reader.namesOf(id)) {
      if (binding.toLsn() > limit) {
        return null;
      }
      removed = Math.max(removed, binding.toLsn());
    }
    if (removed == Lsn.NONE) {
      return null;
    }
    long process = new NameChanges(reader).processAt(id, removed);
    return new Cut(process, removed, removed, 0);
  }

  /** The object's version as of the limit. */
  LineageNode newest(long id) {
    return object(-1, id, cutsOf(id).size(), limit, 0, 0);
  }

  /** The cuts of an object that were over by the limit, in LSN order. */
  List<Cut> cutsOf(long id) {
    List<Cut> cuts = new ArrayList<>();
    reader.cuts(
        id,
        (process, begin, end, time) -> {
          if (end <= limit) {
            cuts.add(new Cut(process, begin, end, time));
          }
        });
    return cuts;
  }

  private List<Agent> agentsOf(long process) {
    List<Long> ids = new ArrayList<>();
    reader.accessesOfProcess(
        process,
        AccessMode.AGENT.bit(),
        (p, object, mode, first, last, count, bytes, t1, t2) -> ids.add(object));
    return ids.stream().distinct().sorted().map(this::agent).toList();
  }

  private Agent agent(long id) {
    return new Agent(id, naming.nameOf(id, limit));
  }
}

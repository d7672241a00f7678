// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageNode.Agent;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.api.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the details of nodes. Caches the cuts and names of an object with several versions,
 * since each of its versions needs them.
 */
public final class Describer {
  /** Prefix of the identities of imported elements. The IRI follows. */
  public static final Bytes IMPORTED = Identities.of("prov", "");

  /** Maximum number of cached cuts and names. Beyond it, the cache is cleared. */
  private static final int MAX_CACHED = 500_000;

  private final LineageReader reader;
  private final ObjectNames naming;
  private final long limit;
  private final boolean hasDigests;
  private final boolean isBack;
  private final Map<Long, Past> pasts = new HashMap<>();
  private int kept;

  /**
   * Constructs an empty cache.
   *
   * @param limit the LSN as of which objects are named and versions end
   */
  public Describer(LineageReader reader, long limit) {
    this(reader, limit, false, Direction.ANCESTORS);
  }

  /**
   * Constructs an empty cache for the nodes of a lineage.
   *
   * @param hasDigests true to look up digests of contents
   */
  public Describer(LineageReader reader, long limit, boolean hasDigests, Direction direction) {
    this.reader = reader;
    this.naming = new ObjectNames(reader);
    this.limit = limit;
    this.hasDigests = hasDigests;
    this.isBack = direction == Direction.ANCESTORS;
  }

  public LineageNode describe(
      int index, NodeType type, long id, int version, long bound, int depth, int more) {
    return type == NodeType.PROCESS
        ? process(index, id, bound, depth, more)
        : object(index, id, version, bound, depth, more);
  }

  public LineageNode process(int index, long id, long bound, int depth, int more) {
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
        Bytes.EMPTY,
        info,
        null,
        agentsOf(id),
        null,
        null,
        null,
        info == null ? List.of() : imported(info.declaration().identity(), id, 0),
        "");
  }

  private LineageNode object(int index, long id, int version, long bound, int depth, int more) {
    Past past = past(id);
    List<Cut> cuts = past.cuts;
    Bytes name = naming.nameOf(past.names, id, limit);
    Bytes before = naming.nameOf(past.names, id, bound);
    ObjectInfo info = reader.object(id);
    Cut end = version < cuts.size() ? cuts.get(version) : removalOf(id, past.names);
    return new LineageNode(
        index,
        NodeType.OBJECT,
        id,
        version,
        bound,
        depth,
        more,
        name,
        before.equals(name) ? Bytes.EMPTY : before,
        null,
        info,
        List.of(),
        version == 0 || version > cuts.size() ? null : cuts.get(version - 1),
        end,
        hasDigests ? digest(id, bound, end) : null,
        info == null ? List.of() : imported(info.declaration().identity(), 0, id),
        "");
  }

  private @Nullable FileDigest digest(long id, long bound, @Nullable Cut end) {
    long last = end == null ? limit : end.beginLsn() - 1;
    long lsn = isBack ? Math.min(bound, limit) : last;
    return new ContentVersions(reader, limit).digestAt(id, lsn);
  }

  /**
   * Returns the records of PROV documents about a node. A node with the identity of another source
   * has none; a blank node has no identity.
   */
  private List<ExtendedRecord> imported(Bytes identity, long process, long object) {
    if (!identity.isEmpty() && !identity.startsWith(IMPORTED)) {
      return List.of();
    }
    return reader.extendedRecords(process, object).stream()
        .filter(each -> each.lsn() <= limit && each.type().equals("prov/record"))
        .toList();
  }

  /**
   * Returns the cut for the removal of the object's last name. Returns null if the object has a
   * name, or never had one.
   */
  private @Nullable Cut removalOf(long id, List<NameBinding> names) {
    long removed = Lsn.NONE;
    for (NameBinding binding : names) {
      if (binding.toLsn() > limit) {
        return null;
      }
      removed = Math.max(removed, binding.toLsn());
    }
    if (removed == Lsn.NONE) {
      return null;
    }
    long process = naming.processAt(id, removed);
    return new Cut(process, removed, removed, 0);
  }

  /** Returns the object's newest version as of the limit. */
  public LineageNode newest(long id) {
    return object(-1, id, past(id).cuts.size(), limit, 0, 0);
  }

  /** Returns the cuts of an object that ended by the limit, in LSN order. */
  public List<Cut> cutsOf(long id) {
    List<Cut> cuts = new ArrayList<>();
    reader.cuts(
        id,
        (process, begin, end, time) -> {
          if (end <= limit) {
            cuts.add(new Cut(process, begin, end, time));
          }
        });
    if (cuts.stream().anyMatch(Cut::isUnrecorded)) {
      List<ExtendedRecord> states = statesOf(id);
      cuts.replaceAll(cut -> cut.isUnrecorded() ? dated(cut, states) : cut);
    }
    return cuts;
  }

  private List<ExtendedRecord> statesOf(long id) {
    return reader.extendedRecords(0, id).stream()
        .filter(each -> each.type().equals(FileState.TYPE))
        .toList();
  }

  /** Returns the cut with its time, which the next recorded file state contains. */
  private static Cut dated(Cut cut, List<ExtendedRecord> states) {
    for (ExtendedRecord state : states) {
      if (state.lsn() > cut.endLsn()) {
        long changedNanos = FileState.of(state.data()).changedNanos();
        return new Cut(0, cut.beginLsn(), cut.endLsn(), changedNanos);
      }
    }
    return cut;
  }

  private Past past(long id) {
    Past known = pasts.get(id);
    if (known != null) {
      return known;
    }
    Past past = new Past(cutsOf(id), reader.placesOf(id));
    if (!past.cuts.isEmpty()) {
      int size = past.cuts.size() + past.names.size();
      if (kept + size > MAX_CACHED) {
        pasts.clear();
        kept = 0;
      }
      kept += size;
      pasts.put(id, past);
    }
    return past;
  }

  private List<Agent> agentsOf(long process) {
    List<Long> ids = new ArrayList<>();
    reader.accessesOfProcess(
        process,
        AccessMode.AGENT.bit(),
        (p, object, mode, first, last, count, bytes, t1, t2) -> {
          if (first <= limit) {
            ids.add(object);
          }
        });
    return ids.stream().distinct().sorted().map(this::agent).toList();
  }

  private Agent agent(long id) {
    ObjectInfo info = reader.object(id);
    Bytes identity = info == null ? Bytes.EMPTY : info.declaration().identity();
    return new Agent(id, naming.nameOf(id, limit), identity, imported(identity, 0, id));
  }

  private record Past(List<Cut> cuts, List<NameBinding> names) {}
}

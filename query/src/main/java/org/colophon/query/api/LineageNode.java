// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.jspecify.annotations.Nullable;

/**
 * A node of a collected lineage, with its details.
 *
 * @param index index in {@link Lineage#nodes}.
 * @param version version of an object, counted from 0; 0 for a process.
 * @param boundLsn the latest LSN that counts for ancestors, the earliest for descendants.
 * @param depth number of steps from a root.
 * @param more number of neighbours beyond the limits of depth and count.
 * @param name for an object, the name as of the query, else the last name, else the label; for a
 *     process, the executable. May be empty.
 * @param formerName the object's name as of the bound if it differs; otherwise empty.
 * @param process the stored description of a process; null for an object, or if none is stored.
 * @param object the stored description of an object; null for a process, or if none is stored.
 * @param agents agents of a process; empty for an object.
 * @param start the cut that began an object's version; null for the first version.
 * @param end the cut, or the removal of the last name, that ended an object's version as of the
 *     query; null for the current version.
 * @param digest digests of an object's content as of the bound for ancestors, at the end of the
 *     version for descendants; null if unknown, or not queried.
 * @param imported records about the node from imported PROV documents, in LSN order.
 * @param host display name of the node's host; empty for the query's host.
 */
public record LineageNode(
    int index,
    NodeType type,
    long id,
    int version,
    long boundLsn,
    int depth,
    int more,
    Bytes name,
    Bytes formerName,
    @Nullable ProcessInfo process,
    @Nullable ObjectInfo object,
    List<Agent> agents,
    @Nullable Cut start,
    @Nullable Cut end,
    @Nullable FileDigest digest,
    List<ExtendedRecord> imported,
    String host) {
  public LineageNode {
    agents = List.copyOf(agents);
    imported = List.copyOf(imported);
  }

  /** Returns the same node with another index. */
  public LineageNode at(int otherIndex) {
    return onHost(host, otherIndex);
  }

  /** Returns the same node with a host and another index. */
  public LineageNode onHost(String other, int otherIndex) {
    return with(otherIndex, depth, more, name, process, other);
  }

  /** Returns the same node, one step further from the roots. */
  public LineageNode deeper() {
    return with(index, depth + 1, more, name, process, host);
  }

  /**
   * Returns a node that stands for this node and others like it.
   *
   * @param title displayed instead of the name or command
   * @param allMore sum of {@link #more} of these nodes
   */
  public LineageNode standingFor(Bytes title, int allMore, int otherIndex) {
    return with(otherIndex, depth, allMore, title, null, host);
  }

  private LineageNode with(
      int otherIndex,
      int otherDepth,
      int otherMore,
      Bytes otherName,
      @Nullable ProcessInfo otherProcess,
      String otherHost) {
    return new LineageNode(
        otherIndex,
        type,
        id,
        version,
        boundLsn,
        otherDepth,
        otherMore,
        otherName,
        formerName,
        otherProcess,
        object,
        agents,
        start,
        end,
        digest,
        imported,
        otherHost);
  }

  public boolean isProcess() {
    return type == NodeType.PROCESS;
  }

  /** Returns whether the node is a path at which a process found no file. */
  public boolean isAbsent() {
    return object != null && object.declaration().kind() == ObjectKind.ABSENT;
  }

  /** Returns the name of the node as a target: {@code process:17}, {@code object:42}. */
  public String target() {
    return (isProcess() ? "process:" : "object:") + id;
  }

  /**
   * Returns the key of the node in exports: {@code process:17} or {@code object:42.v1}. For another
   * host: {@code process:web/17} or {@code object:web/42.v1}.
   */
  public String key() {
    return isProcess() ? exportKey() : exportKey() + ".v" + version;
  }

  /** Returns the key in exports of a process, or of an object with all its versions. */
  public String exportKey() {
    return (isProcess() ? "process:" : "object:") + scoped(id);
  }

  /** Returns an id for exports, with the host's name if it is not the query's host. */
  public String scoped(long itsId) {
    return (host.isEmpty() ? "" : host + "/") + itsId;
  }

  /**
   * An agent for which a process acted.
   *
   * @param id the agent's id as an object
   * @param name a name or label; may be empty
   * @param imported records about it from imported PROV documents
   */
  public record Agent(long id, Bytes name, Bytes identity, List<ExtendedRecord> imported) {
    public Agent {
      imported = List.copyOf(imported);
    }
  }

  /**
   * The end of a version and the start of the next, at an instant between beginLsn and endLsn.
   *
   * @param process the process that caused it; 0 if that was not recorded
   */
  public record Cut(long process, long beginLsn, long endLsn, long timeNanos) {
    /** Returns whether the cause of the cut was not recorded. */
    public boolean isUnrecorded() {
      return process == 0;
    }

    /** Returns the version number as of an LSN: the number of cuts that ended by then. */
    public static int versionAt(List<Cut> cuts, long lsn) {
      int from = 0;
      int to = cuts.size();
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (cuts.get(middle).endLsn() <= lsn) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.stale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.target.DiskComparison;
import org.colophon.query.target.DiskComparison.Outcome;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Finds the inputs of one output that have changed since they were used.
 *
 * <p>A recorded write, cut or derivation after the last use is a change. So is another file under
 * the input's name. A run may edit its own inputs: changes by the processes that led to the output
 * do not count until the output is complete. An intermediate file may be removed, but an input that
 * nothing wrote may not. An absent input may not exist now. A directory that was listed must have
 * the same entries.
 */
final class InputChanges {
  private final LineageReader reader;
  private final DiskComparison disk;
  private final ZoneId zone;
  private final Lineage lineage;
  private final long asOfLsn;
  private final Set<Long> processes = new HashSet<>();
  private final Set<Long> objects = new HashSet<>();
  private final BitSet written = new BitSet();
  private final List<InputChange> changes = new ArrayList<>();
  private final List<LineageNode> notCompared = new ArrayList<>();
  private long completeLsn;

  /**
   * Finds the changes.
   *
   * @param lineage ancestors of one object
   * @param asOfLsn last LSN that counts; {@link Lsn#LATEST} also compares files with the disk
   */
  InputChanges(
      LineageReader reader, DiskComparison disk, ZoneId zone, Lineage lineage, long asOfLsn) {
    this.reader = reader;
    this.disk = disk;
    this.zone = zone;
    this.lineage = lineage;
    this.asOfLsn = asOfLsn;
    find();
  }

  /** Returns the changes, in the order of the lineage. */
  List<InputChange> changes() {
    return changes;
  }

  /** Returns the files that have no recorded state to compare with the disk. */
  List<LineageNode> notCompared() {
    return notCompared;
  }

  private void find() {
    for (LineageEdge edge : lineage.edges()) {
      written.set(edge.effect());
      if (lineage.effect(edge).depth() == 0) {
        completeLsn = Math.max(completeLsn, edge.lastLsn());
      }
    }
    for (LineageNode node : lineage.nodes()) {
      (node.isProcess() ? processes : objects).add(node.id());
    }
    for (LineageNode node : lineage.nodes()) {
      if (node.depth() > 0 && isCompared(node)) {
        find(node);
      }
    }
  }

  private static boolean isCompared(LineageNode node) {
    ObjectKind kind = node.object() == null ? ObjectKind.OTHER : node.object().declaration().kind();
    return switch (kind) {
      case FILE, DIRECTORY, SYMLINK, ABSENT, TABLE, ROWS, DOCUMENT -> !node.isProcess();
      default -> false;
    };
  }

  private boolean isSource(LineageNode node) {
    return !written.get(node.index()) && node.more() == 0;
  }

  private void find(LineageNode node) {
    if (node.isAbsent()) {
      addIfCreated(node);
      return;
    }
    if (node.object() != null && node.object().declaration().kind() == ObjectKind.DIRECTORY) {
      addIfListedOtherwise(node);
      return;
    }
    InputChange change = laterVersion(node);
    change = change == null ? otherFile(node) : change;
    change = change == null && asOfLsn == Lsn.LATEST ? onDisk(node) : change;
    if (change != null) {
      changes.add(change);
    }
  }

  /** Adds a change if an absent input exists now, unless the run has created it. */
  private void addIfCreated(LineageNode node) {
    Bytes path = AbsentName.path(node.name());
    long now = reader.resolve(path, asOfLsn);
    if (now != 0) {
      long lsn = last(reader.bindingsOf(path)).fromLsn();
      long creator = new ObjectNames(reader).processAt(now, lsn);
      if (!objects.contains(now) && !processes.contains(creator)) {
        String what = "was created" + by(creator) + at(reader.timeAt(lsn));
        changes.add(new InputChange(node, what, lsn));
      }
    } else if (asOfLsn == Lsn.LATEST && isOutputHere() && Files.exists(PathBytes.path(path))) {
      changes.add(new InputChange(node, "exists now", 0));
    }
  }

  /** Adds a change if a directory that was listed has got or lost an entry since. */
  private void addIfListedOtherwise(LineageNode node) {
    Bytes path = node.name();
    long listedNanos = reader.timeAt(node.boundLsn());
    ListingChanges listing = new ListingChanges(reader, this::isOfRun);
    ListingChanges.Entry entry = listing.recorded(path, node.boundLsn(), asOfLsn);
    if (entry == null && asOfLsn == Lsn.LATEST && isOutputHere()) {
      try {
        entry = listing.onDisk(path, listedNanos);
        if (entry == null && listing.mayHaveChanged(path, listedNanos)) {
          notCompared.add(node);
        }
      } catch (IOException | InvalidPathException e) {
        notCompared.add(node);
      }
    }
    if (entry != null) {
      String name =
          entry.path().slice(entry.path().lastIndexOf('/') + 1, entry.path().length()).display();
      String when = entry.lsn() == 0 ? ", which was not recorded" : at(reader.timeAt(entry.lsn()));
      String what = (entry.isAdded() ? "has the new entry " : "has lost the entry ") + name + when;
      changes.add(new InputChange(node, what, entry.lsn()));
    }
  }

  /** Returns whether an object belongs to the lineage, or one of its processes has used it. */
  private boolean isOfRun(long object) {
    boolean[] isUsed = {objects.contains(object)};
    reader.accessesOfObject(
        object,
        AccessMode.ALL,
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            isUsed[0] |= processes.contains(process));
    return isUsed[0];
  }

  private boolean isOutputHere() {
    return lineage.query().roots().stream().anyMatch(root -> disk.isHere(root.id()));
  }

  private @Nullable InputChange laterVersion(LineageNode node) {
    long[] last = {0, 0, 0}; // LSN, process and time of the last change
    reader.accessesOfObject(
        node.id(),
        AccessMode.WRITE.bit(),
        (process, o, mode, first, end, count, bytes, firstNanos, lastNanos) -> {
          long at = end == Lsn.OPEN || end > asOfLsn ? first : end;
          keepLater(last, node, process, at, at == first ? firstNanos : lastNanos);
        });
    reader.cuts(
        node.id(), (process, begin, end, nanos) -> keepLater(last, node, process, end, nanos));
    reader.derivationsOfObject(
        node.id(),
        (effect, cause, process, at, nanos) -> keepLater(last, node, process, at, nanos));
    return last[0] == 0
        ? null
        : new InputChange(node, "was changed" + by(last[1]) + at(last[2]), last[0]);
  }

  private void keepLater(long[] last, LineageNode node, long process, long lsn, long nanos) {
    boolean isOfRun = processes.contains(process) && lsn <= completeLsn;
    if (lsn > node.boundLsn() && lsn <= asOfLsn && lsn > last[0] && !isOfRun) {
      last[0] = lsn;
      last[1] = process;
      last[2] = nanos;
    }
  }

  private String by(long process) {
    ProcessInfo info = process == 0 ? null : reader.process(process);
    return info == null
        ? " by something not recorded"
        : " by " + NodeText.command(info) + " [process:" + process + "]";
  }

  private String at(long nanos) {
    return nanos == 0 ? "" : ", " + DisplayText.time(nanos, zone);
  }

  /** Returns a change if the input's name belongs to another file, or a source has no name left. */
  private @Nullable InputChange otherFile(LineageNode node) {
    List<NameBinding> names = reader.placesOf(node.id());
    if (names.isEmpty()) {
      return null;
    }
    Bytes name = new ObjectNames(reader).nameOf(names, node.id(), node.boundLsn());
    long now = reader.resolve(name, asOfLsn);
    if (now != 0 && now != node.id() && !objects.contains(now)) {
      NameBinding binding = last(reader.bindingsOf(name));
      String what = "was replaced by another file" + at(reader.timeAt(binding.fromLsn()));
      return new InputChange(node, what, binding.fromLsn());
    }
    boolean isGone = now == 0 && names.stream().noneMatch(each -> each.holdsAt(asOfLsn));
    if (isGone && isSource(node)) {
      long lsn = last(names).toLsn();
      return new InputChange(node, "was removed" + at(reader.timeAt(lsn)), lsn);
    }
    return null;
  }

  private NameBinding last(List<NameBinding> names) {
    return names.stream()
        .filter(each -> each.fromLsn() <= asOfLsn)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private @Nullable InputChange onDisk(LineageNode node) {
    Bytes path =
        reader.placesOf(node.id()).stream()
            .filter(each -> each.holdsAt(Lsn.LATEST) && each.path().startsWith(Bytes.of("/")))
            .map(NameBinding::path)
            .findFirst()
            .orElse(Bytes.EMPTY);
    if (path.isEmpty()) {
      return null;
    }
    DiskComparison.Result result =
        disk.isHere(node.id())
            ? disk.compare(path, node.id())
            : new DiskComparison.Result(Outcome.UNKNOWN, "");
    if (result.outcome() == Outcome.UNKNOWN) {
      notCompared.add(node);
    }
    boolean isChange =
        result.outcome() == Outcome.CHANGED
            || (result.outcome() == Outcome.ABSENT && isSource(node));
    return isChange ? new InputChange(node, result.text(), 0) : null;
  }
}

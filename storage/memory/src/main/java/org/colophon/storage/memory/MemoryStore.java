// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.common.facts.FactListReader.Cut;
import org.colophon.storage.common.facts.FactListReader.Derivation;
import org.colophon.storage.common.facts.FactListReader.Link;

/** The facts, each kind in its own collection in the order of arrival. Guarded by its monitor. */
final class MemoryStore {
  record Moment(long lsn, long timeNanos) {}

  final TreeMap<Long, ProcessInfo> processes = new TreeMap<>();
  final TreeMap<Long, ObjectInfo> objects = new TreeMap<>();
  final Map<Bytes, Long> processesByIdentity = new HashMap<>();
  final Map<Bytes, Long> objectsByIdentity = new HashMap<>();
  final Map<AccessInterval.Key, AccessInterval> intervals = new HashMap<>();
  final Map<Long, List<AccessInterval>> accessesByProcess = new HashMap<>();
  final Map<Long, List<AccessInterval>> accessesByObject = new HashMap<>();
  final List<Link> links = new ArrayList<>();
  final List<Derivation> derivations = new ArrayList<>();
  final Map<Long, List<Cut>> cuts = new HashMap<>();
  final NameHistory names = new NameHistory();
  final List<Moment> moments = new ArrayList<>();
  final List<Snapshot> snapshots = new ArrayList<>();
  final List<Gap> gaps = new ArrayList<>();
  final List<ExtendedRecord> extendedRecords = new ArrayList<>();
  long operations;
  private long visibleLsn;

  synchronized long visibleLsn() {
    return visibleLsn;
  }

  synchronized void apply(RecordBatch batch) {
    while (batch.next()) {
      applyMoment(batch);
      applyRecord(batch);
    }
    operations += batch.operations();
    visibleLsn = batch.lastLsn();
  }

  /** Adds the time of an LSN. Ignores an INTERVAL, whose time is that of an earlier LSN. */
  private void applyMoment(RecordBatch r) {
    if (r.type() != RecordType.INTERVAL && r.timeNanos() != 0) {
      moments.add(new Moment(r.lsn(), r.timeNanos()));
    }
  }

  private void applyRecord(RecordBatch r) {
    switch (r.type()) {
      case PROCESS -> applyProcess(r);
      case OBJECT -> applyObject(r);
      case ACCESS -> addAccess(AccessInterval.of(r));
      case INTERVAL -> applyInterval(r);
      case LINK ->
          links.add(new Link(r.process(), r.cause(), r.linkKind(), r.lsn(), r.timeNanos()));
      case DERIVATION ->
          derivations.add(
              new Derivation(r.object(), r.cause(), r.process(), r.lsn(), r.timeNanos()));
      case CUT ->
          cuts.computeIfAbsent(r.object(), id -> new ArrayList<>())
              .add(new Cut(r.process(), r.beginLsn(), r.lsn(), r.timeNanos()));
      case EXIT -> applyExit(r);
      case BIND -> names.bind(r.path(), r.object(), r.lsn());
      case UNBIND -> names.unbind(r.path(), r.lsn());
      case RENAME -> names.rename(r.path(), r.toPath(), r.object(), r.lsn());
      case EXCHANGE -> names.exchange(r.path(), r.toPath(), r.lsn());
      case EXTENDED ->
          extendedRecords.add(
              new ExtendedRecord(r.lsn(), r.process(), r.object(), r.label(), r.data()));
      case SNAPSHOT -> snapshots.add(new Snapshot(r.label(), r.lsn(), r.timeNanos()));
      case GAP -> gaps.add(new Gap(r.lsn(), r.process(), r.gapCause(), r.count()));
    }
  }

  /** Declares a process. A later declaration adds to an earlier one. */
  private void applyProcess(RecordBatch r) {
    ProcessInfo old = processes.get(r.process());
    processes.put(
        r.process(),
        new ProcessInfo(
            r.process(),
            r.processDeclaration(),
            old == null ? r.lsn() : old.declaredLsn(),
            old == null ? Lsn.OPEN : old.endLsn(),
            old == null ? 0 : old.endNanos(),
            old == null ? 0 : old.exitStatus()));
    if (!r.processDeclaration().identity().isEmpty()) {
      processesByIdentity.put(r.processDeclaration().identity(), r.process());
    }
  }

  private void applyObject(RecordBatch r) {
    ObjectInfo old = objects.get(r.object());
    long declaredLsn = old == null ? r.lsn() : old.declaredLsn();
    objects.put(r.object(), new ObjectInfo(r.object(), r.objectDeclaration(), declaredLsn));
    if (!r.objectDeclaration().identity().isEmpty()) {
      objectsByIdentity.put(r.objectDeclaration().identity(), r.object());
    }
  }

  private void applyExit(RecordBatch r) {
    ProcessInfo old = processes.get(r.process());
    if (old != null) {
      processes.put(
          old.id(),
          new ProcessInfo(
              old.id(), old.declaration(), old.declaredLsn(), r.lsn(), r.timeNanos(), r.status()));
    }
  }

  private void addAccess(AccessInterval access) {
    intervals.put(access.key, access);
    accessesByProcess.computeIfAbsent(access.key.process(), id -> new ArrayList<>()).add(access);
    accessesByObject.computeIfAbsent(access.key.object(), id -> new ArrayList<>()).add(access);
  }

  private void applyInterval(RecordBatch r) {
    AccessInterval.Key key = AccessInterval.keyOf(r);
    AccessInterval access = intervals.get(key);
    if (access == null) {
      access = AccessInterval.continued(key);
      addAccess(access);
    }
    access.closeWith(r);
  }
}

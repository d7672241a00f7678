// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.core.model.AccessMode;
import org.colophon.storage.rocksdb.format.StoreFormat;

/** Visits the entries of an id in their final form: later seals may update open intervals. */
public final class IntervalMerger {
  private record Key(long other, long firstLsn) {}

  private final Map<Key, RunEntry> updates = new HashMap<>();
  private final Consumer<RunEntry> target;

  private IntervalMerger(Consumer<RunEntry> target) {
    this.target = target;
  }

  public static void forEach(
      RunDecoder decoder, Group group, long id, AccessMode mode, Consumer<RunEntry> target) {
    if (!group.hasUpdates(id)) {
      decoder.forEach(group, id, mode, target);
      return;
    }
    IntervalMerger merger = new IntervalMerger(target);
    decoder.forEach(group, id, mode, merger::collectUpdate);
    decoder.forEach(group, id, mode, merger::merge);
    merger.visitOrphans();
  }

  /** Collects an update. The last of several updates of an interval wins. */
  private void collectUpdate(RunEntry entry) {
    if (entry.form == StoreFormat.UPDATE) {
      updates.put(new Key(entry.other, entry.firstLsn), entry.copy());
    }
  }

  private void merge(RunEntry entry) {
    if (entry.form != StoreFormat.UPDATE) {
      RunEntry update = updates.get(new Key(entry.other, entry.firstLsn));
      if (update != null) {
        update.form = StoreFormat.CLOSED;
        entry.closeWith(update);
      }
      target.accept(entry);
    }
  }

  /** Visits intervals whose first operation is missing. */
  private void visitOrphans() {
    for (RunEntry update : updates.values()) {
      if (update.form == StoreFormat.UPDATE) {
        target.accept(update);
      }
    }
  }
}

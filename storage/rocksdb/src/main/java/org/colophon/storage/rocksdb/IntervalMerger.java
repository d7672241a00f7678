package org.colophon.storage.rocksdb;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.AccessMode;

/**
 * Visits the entries of an id in their final form: where a later seal says what an open interval
 * came to, that is put over the open form.
 */
final class IntervalMerger {
  private record Key(long other, long firstLsn) {}

  private static final class Update {
    final long lastLsn;
    final long count;
    final long bytes;
    final long lastNanos;
    boolean isUsed;

    Update(long lastLsn, long count, long bytes, long lastNanos) {
      this.lastLsn = lastLsn;
      this.count = count;
      this.bytes = bytes;
      this.lastNanos = lastNanos;
    }
  }

  private final Map<Key, Update> updates = new HashMap<>();
  private final EntryVisitor target;

  private IntervalMerger(EntryVisitor target) {
    this.target = target;
  }

  static void forEach(
      RunDecoder decoder, Group group, long id, AccessMode mode, EntryVisitor target) {
    if (!group.hasUpdates(id)) {
      decoder.forEach(group, id, mode, target);
      return;
    }
    IntervalMerger merger = new IntervalMerger(target);
    decoder.forEach(group, id, mode, merger::gather);
    decoder.forEach(group, id, mode, merger::merge);
    merger.visitOrphans(mode);
  }

  /** Of several updates of an interval the last stays. */
  private void gather(
      long other,
      int kind,
      long firstLsn,
      long firstBytes,
      long firstNanos,
      int form,
      long lastLsn,
      long count,
      long bytes,
      long lastNanos) {
    if (form == RunBuffer.UPDATE) {
      updates.put(new Key(other, firstLsn), new Update(lastLsn, count, bytes, lastNanos));
    }
  }

  private void merge(
      long other,
      int kind,
      long firstLsn,
      long firstBytes,
      long firstNanos,
      int form,
      long lastLsn,
      long count,
      long bytes,
      long lastNanos) {
    if (form == RunBuffer.UPDATE) {
      return;
    }
    Update update = updates.get(new Key(other, firstLsn));
    if (update == null) {
      target.entry(
          other, kind, firstLsn, firstBytes, firstNanos, form, lastLsn, count, bytes, lastNanos);
    } else {
      update.isUsed = true;
      target.entry(
          other,
          kind,
          firstLsn,
          firstBytes,
          firstNanos,
          RunBuffer.CLOSED,
          update.lastLsn,
          update.count,
          update.bytes,
          update.lastNanos);
    }
  }

  /** Intervals whose first operation never came: their begin is all that is known of it. */
  private void visitOrphans(AccessMode mode) {
    final int kind = PlainKinds.of(mode).code();
    updates.forEach(
        (key, u) -> {
          if (!u.isUsed) {
            target.entry(
                key.other,
                kind,
                key.firstLsn,
                0,
                0,
                RunBuffer.CLOSED,
                u.lastLsn,
                u.count,
                u.bytes,
                u.lastNanos);
          }
        });
  }
}

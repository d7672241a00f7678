// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being written, shared by all its writers. Any thread.
 *
 * <p>Writers announce each change before and after it. Needed old content is copied in between. A
 * write beyond the old content, such as appending, copies nothing.
 *
 * <ol>
 *   <li>{@link PreImageStore#watch} when the file is opened for writing, or truncated by name.
 *   <li>{@link #beginChange} before each write or truncation, {@link #endChange} after it.
 *   <li>{@link #settle} when a writer closes, which hands over the changes.
 *   <li>{@link #close} once for each watch.
 * </ol>
 *
 * <p>Writers that are excluded from inspection use {@link PreImageStore#beginUnseen}. Their writes
 * belong to no change.
 *
 * <p>No method fails. Snapshots report content that could not be kept.
 */
public final class WatchedFile implements AutoCloseable {
  private final PreImageStore store;
  private final FileKey key;
  private final RandomAccessFile file;
  private final List<Snapshot> onFile = new ArrayList<>();
  private Path openable;
  private int watchers;
  private int changing;

  /** Number of snapshots that others hold. */
  private int wanted;

  private @Nullable Consumer<SettledContent> wantsToSettle;

  /** Content when last settled, null if the file did not exist then. */
  private @Nullable Snapshot base;

  private long firstChanged = Long.MAX_VALUE;

  /** True if an excluded writer has changed the file since it was last settled. */
  private boolean isMixed;

  /** Writes at or after this offset damage no needed content. */
  private long damagedBelow;

  WatchedFile(
      PreImageStore store, FileKey key, Path openable, RandomAccessFile file, boolean isNew) {
    this.store = store;
    this.key = key;
    this.openable = openable;
    this.file = file;
    this.base = isNew ? null : take();
  }

  /** Adds a watcher. The newest path is used, because an older one may lead to another file. */
  synchronized void join(Path way) {
    watchers++;
    openable = way;
  }

  /** Announces a change from an offset on: a write there, or a truncation to that size. */
  public synchronized void beginChange(long offset) {
    changing++;
    if (offset < damagedBelow) {
      keepBelow(offset);
    }
    firstChanged = Math.min(firstChanged, offset);
  }

  /** Keeps the file in the store for a change that {@link #beginUnseen} announces. */
  synchronized WatchedFile retain(Path way) {
    changing++;
    openable = way;
    return this;
  }

  /** Announces a change from an offset on by an excluded writer. */
  synchronized void beginUnseen(long offset) {
    if (offset < damagedBelow) {
      keepBelow(offset);
    }
    isMixed = true;
  }

  /** Ends a change that completed or failed. */
  public void endChange() {
    Consumer<SettledContent> waiting;
    synchronized (this) {
      changing--;
      waiting = changing == 0 ? wantsToSettle : null;
      if (changing == 0 && isMixed && !isChanged()) {
        startAnew();
      }
    }
    if (waiting != null) {
      settle(waiting);
    }
    if (isForgettable()) {
      store.removeIf(this, this::isForgettable); // its watchers have closed it meanwhile
    }
  }

  /** Uses the current content as the base of the next change. */
  private void startAnew() {
    Snapshot old = base;
    base = take();
    isMixed = false;
    if (old != null) {
      drop(old);
    }
  }

  /**
   * Hands over the changes since the last settling, if any. If writes are in progress, the last of
   * them hands over the changes. The consumer must be fast and runs on this thread or a writer's.
   */
  public void settle(Consumer<SettledContent> consumer) {
    SettledContent settled;
    synchronized (this) {
      wantsToSettle = changing > 0 ? consumer : null;
      settled = changing > 0 || !isChanged() ? null : settled();
    }
    if (settled != null) {
      // Outside the lock: a consumer that rejects the content closes it immediately.
      consumer.accept(settled);
    }
  }

  private boolean isChanged() {
    return firstChanged != Long.MAX_VALUE || base == null;
  }

  private SettledContent settled() {
    Snapshot before = base;
    Snapshot after = take();
    wanted += before == null ? 1 : 2;
    long equal = before == null ? 0 : Math.min(firstChanged, before.sizeBytes());
    if (isMixed) {
      after.markLost("it was changed at the same time by a process that is not recorded");
      onFile.remove(after);
      base = take();
    } else {
      after.retain();
      base = after;
    }
    isMixed = false;
    firstChanged = Long.MAX_VALUE;
    return new SettledContent(before, after, equal);
  }

  /** Returns the current content for a change without a write, such as replacement by rename. */
  public synchronized Snapshot snapshot() {
    wanted++;
    return take();
  }

  private Snapshot take() {
    Snapshot taken = new Snapshot(this, sizeBytes(), store.directory());
    onFile.add(taken);
    damagedBelow = Math.max(damagedBelow, taken.sizeBytes());
    return taken;
  }

  private long sizeBytes() {
    try {
      return file.length();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Makes one copy for all snapshots that a change at an offset would damage. */
  private void keepBelow(long offset) {
    List<Snapshot> damaged = onFile.stream().filter(each -> each.sizeBytes() > offset).toList();
    long size = damaged.stream().mapToLong(Snapshot::sizeBytes).max().orElse(0);
    try {
      KeptCopy copy = store.copy(openable, file, size);
      damaged.forEach(each -> each.keep(copy));
    } catch (IOException e) {
      damaged.forEach(each -> each.markLost(String.valueOf(e.getMessage())));
    }
    onFile.removeAll(damaged);
    findDamage();
  }

  private void findDamage() {
    damagedBelow = onFile.stream().mapToLong(Snapshot::sizeBytes).max().orElse(0);
  }

  int read(ByteBuffer into, long position) throws IOException {
    return LiveFile.read(file, into, position);
  }

  String isShorterThan(long wantedBytes) {
    long now = sizeBytes();
    return now >= wantedBytes ? "" : "it was cut to %d bytes outside of the mount".formatted(now);
  }

  void release(Snapshot snapshot) {
    store.removeIf(this, () -> isLast(snapshot));
  }

  private synchronized boolean isLast(Snapshot snapshot) {
    wanted--;
    drop(snapshot);
    return isForgettable();
  }

  private void drop(Snapshot snapshot) {
    if (snapshot.drop(snapshot == base) && onFile.remove(snapshot)) {
      findDamage();
    }
  }

  /** Returns true if the file has no writers and no snapshots outside. */
  private synchronized boolean isForgettable() {
    return watchers == 0 && wanted == 0 && changing == 0;
  }

  /** Ends one watch. */
  @Override
  public void close() {
    store.removeIf(this, this::removeWatcher);
  }

  private synchronized boolean removeWatcher() {
    watchers--;
    return isForgettable();
  }

  /** Releases the file after its removal from the store. */
  synchronized void forget() {
    if (base != null) {
      base.drop(false);
    }
    closeFile(file);
  }

  FileKey key() {
    return key;
  }

  static void closeFile(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      System.getLogger(WatchedFile.class.getName())
          .log(System.Logger.Level.DEBUG, "cannot close a file that was read", e);
    }
  }
}

package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A file that is being written, shared by all who have it open for writing. Any thread.
 *
 * <p>Whoever changes content says so before and after, so that what is still wanted of the old
 * content is copied in between, or not at all if the write is beyond it: appending copies nothing.
 *
 * <ol>
 *   <li>{@link PreImageStore#watch} when the file is opened for writing, or truncated by name.
 *   <li>{@link #beginChange} before each write or truncation, {@link #endChange} after it.
 *   <li>{@link #settle} when a writer closes: hands over what changed since the last time.
 *   <li>{@link #close} once for each watch.
 * </ol>
 *
 * <p>Those who have it open but are not to be inspected say so as well, by {@link
 * PreImageStore#beginUnseen}: what they do is no part of any change.
 *
 * <p>No method fails: what cannot be kept is lost, and the snapshots say why.
 */
public final class WatchedFile implements AutoCloseable {
  private final PreImageStore store;
  private final FileKey key;
  private final RandomAccessFile file;
  private final List<Snapshot> onFile = new ArrayList<>();
  private Path openable;
  private int watchers;
  private int changing;

  /** How many snapshots others hold. */
  private int wanted;

  private Consumer<SettledContent> wantsToSettle;

  /** What the file held when it was settled last, null if it did not exist then. */
  private Snapshot base;

  private long firstChanged = Long.MAX_VALUE;

  /** Whether somebody who is not to be seen changed it since that. */
  private boolean isMixed;

  /** Writes from here on damage nothing that is wanted. */
  private long damagedBelow;

  WatchedFile(
      PreImageStore store, FileKey key, Path openable, RandomAccessFile file, boolean isNew) {
    this.store = store;
    this.key = key;
    this.openable = openable;
    this.file = file;
    this.base = isNew ? null : take();
  }

  /** The newest way to it counts: an older one may lead elsewhere by now. */
  synchronized void join(Path way) {
    watchers++;
    openable = way;
  }

  /** Content from an offset on is about to change: a write there, a truncation to that size. */
  public synchronized void beginChange(long offset) {
    changing++;
    if (offset < damagedBelow) {
      keepBelow(offset);
    }
    firstChanged = Math.min(firstChanged, offset);
  }

  /** A change is about to come, so that the file stays; {@link #beginUnseen} follows. */
  synchronized WatchedFile hold(Path way) {
    changing++;
    openable = way;
    return this;
  }

  /** Content from an offset on is about to change by somebody who is not to be seen. */
  synchronized void beginUnseen(long offset) {
    if (offset < damagedBelow) {
      keepBelow(offset);
    }
    isMixed = true;
  }

  /** The change is done, or failed. */
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
      store.leave(this, this::isForgettable); // who watched it has let it go meanwhile
    }
  }

  /** The next change begins with what it holds now. */
  private void startAnew() {
    Snapshot old = base;
    base = take();
    isMixed = false;
    drop(old);
  }

  /**
   * Hands over what changed since the file was settled last; nothing if nothing did. While writes
   * are under way it waits for them, that is, the last of them hands over. The consumer is quick,
   * and runs on this thread or that of a writer.
   */
  public void settle(Consumer<SettledContent> consumer) {
    SettledContent settled;
    synchronized (this) {
      wantsToSettle = changing > 0 ? consumer : null;
      settled = changing > 0 || !isChanged() ? null : settled();
    }
    if (settled != null) {
      // Without the lock, since whoever cannot take it gives it back at once.
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
      after.lose("it was changed at the same time by somebody whose doings are not recorded");
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

  /** What the file holds now, for a change that is not a write, such as replacing it by rename. */
  public synchronized Snapshot snapshot() {
    wanted++;
    return take();
  }

  private Snapshot take() {
    Snapshot taken = new Snapshot(this, sizeBytes(), store.folder());
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

  /** Copies what reaches beyond an offset, once for all snapshots. */
  private void keepBelow(long offset) {
    List<Snapshot> damaged = onFile.stream().filter(each -> each.sizeBytes() > offset).toList();
    long size = damaged.stream().mapToLong(Snapshot::sizeBytes).max().orElse(0);
    try {
      KeptCopy copy = store.copy(openable, file, size);
      damaged.forEach(each -> each.keep(copy));
    } catch (IOException e) {
      damaged.forEach(each -> each.lose(e.getMessage()));
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
    return now >= wantedBytes
        ? ""
        : "it was cut to %d bytes behind the mount's back".formatted(now);
  }

  void release(Snapshot snapshot) {
    store.leave(this, () -> isLast(snapshot));
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

  /** Nobody writes it, and nobody but the next writer would want what it holds. */
  private synchronized boolean isForgettable() {
    return watchers == 0 && wanted == 0 && changing == 0;
  }

  /** Ends one watch. */
  @Override
  public void close() {
    store.leave(this, this::unwatch);
  }

  private synchronized boolean unwatch() {
    watchers--;
    return isForgettable();
  }

  /** The store has let it go. */
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
          .log(System.Logger.Level.DEBUG, "closing what was read failed", e);
    }
  }
}

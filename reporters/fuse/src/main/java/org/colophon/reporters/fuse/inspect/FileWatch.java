// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.inspect;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.inspect.watch.SettledContent;
import org.colophon.core.inspect.watch.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.jspecify.annotations.Nullable;

/**
 * A file that inspectors read. It is opened at its first change and closed after its last writer.
 * Any thread.
 *
 * <p>A change ends with the last close, which Linux reports late. It also ends when another process
 * writes after a close. A close that is not the last one does not end the change, because a shell
 * may have closed a copy of its descriptor.
 *
 * <p>A change is attributed to its last writer, or to no process if an unrecorded process took
 * part.
 */
public final class FileWatch {
  private static final long IDLE_NANOS = 500_000_000;

  /** Stands for a process that is not recorded. */
  public static final long NOT_RECORDED = -1;

  private final ContentWatch owner;
  private final Node node;

  // Guarded by this.
  private boolean isNew;
  private @Nullable WatchedFile file;

  /** The reason why part of the change is unknown; null if it is complete. */
  private @Nullable IOException failure;

  private @Nullable Bytes path;
  private int writers;
  private int changing;
  private long changedAtNanos;
  private Charge charge = new Charge();
  private long object;

  /** The file handle that was closed after its last write; null if none. */
  private @Nullable OpenFile closed;

  /** The file handle of the last write; null after a change by name. */
  private @Nullable OpenFile last;

  /** The process to which a change is attributed; guarded by the watch. */
  private static final class Charge {
    private long process;

    void add(long who) {
      process = process == NOT_RECORDED || who == 0 ? process : who;
    }
  }

  FileWatch(ContentWatch owner, Node node, boolean isNew) {
    this.owner = owner;
    this.node = node;
    this.isNew = isNew;
  }

  /** Called when a process opened the file for writing. */
  public synchronized void opened() {
    writers++;
  }

  /**
   * Called before the content changes, from an offset on.
   *
   * @param through the open file; null for a truncation by name or on open
   * @param who the process, 0 if unknown, {@link #NOT_RECORDED}
   * @param what the file's object
   * @return the argument for {@link #end}
   */
  public @Nullable WatchedFile begin(long offset, @Nullable OpenFile through, long who, long what) {
    WatchedFile watched;
    if (isEndOfChange(through)) {
      settle();
    }
    synchronized (this) {
      changing++;
      last = through;
      charge.add(who);
      object = what;
      watched = watched();
    }
    if (watched != null) {
      watched.beginChange(offset);
    }
    return watched;
  }

  /** Returns whether a write begins a new change, because another writer has closed the file. */
  private synchronized boolean isEndOfChange(@Nullable OpenFile through) {
    boolean isEnd = closed != null && closed != through;
    closed = null;
    return isEnd;
  }

  /**
   * Called after the change succeeded or failed.
   *
   * @param begun the result of {@link #begin}
   */
  public void end(@Nullable WatchedFile begun) {
    synchronized (this) {
      changing--;
      changedAtNanos = System.nanoTime();
    }
    if (begun != null) {
      begun.endChange();
    }
  }

  private @Nullable WatchedFile watched() {
    if (file == null) {
      try {
        file = owner.store().watch(ContentWatch.key(node), Path.of(node.openable()), isNew);
        failure = isNew ? null : failure; // a new file had no earlier content
        isNew = false;
      } catch (IOException e) {
        failure = e;
      }
      owner.isChanged(this);
    }
    Bytes now = owner.path(node);
    path = now == null ? path : now;
    return file;
  }

  /**
   * Called when a writer closes a descriptor. A close before the first write is ignored, because
   * shells duplicate a descriptor and close the original.
   */
  public synchronized void closing(OpenFile through) {
    if (!isChanged()) {
      closed = null;
    } else if (last == null || last == through) {
      closed = through;
    }
  }

  /**
   * Called after the last descriptor was closed. Linux reports this late, so another writer may be
   * active.
   */
  public synchronized void released(OpenFile through) {
    writers = Math.max(0, writers - 1);
    boolean isEnd = through == last || through == closed;
    if (isEnd && writers == 0 && changing == 0) {
      release();
    } else if (isEnd) {
      settle();
    }
  }

  void settleIfIdle(long nowNanos) {
    synchronized (this) {
      boolean isIdle = writers <= 0 && changing == 0 && nowNanos - changedAtNanos > IDLE_NANOS;
      if (isIdle) {
        release();
      }
    }
  }

  private boolean isChanged() {
    return file != null || failure != null;
  }

  /** Ends the change, because later writes are not recorded. */
  public synchronized void leave() {
    isNew = false; // later content has unrecorded sources
    if (changing == 0) {
      release();
    } else {
      settle();
    }
  }

  /** Ends pending changes and closes the file. */
  synchronized void release() {
    settle();
    if (file != null) {
      file.close();
      file = null;
    }
    owner.isSettled(this);
  }

  void settle() {
    WatchedFile watched;
    Bytes name;
    Charge who;
    long what;
    IOException missed;
    synchronized (this) {
      watched = file;
      missed = failure;
      failure = null;
      name = path;
      who = charge;
      what = object;
      nextCharge(who);
    }
    if (missed != null && name != null) {
      offerLost(missed, name, chargedTo(who), what);
    }
    if (watched != null && name != null) {
      watched.settle(settled -> offer(settled, name, chargedTo(who), what));
    }
  }

  /** Attributes the next writes to a new change, unless a write is in progress. */
  private void nextCharge(Charge settled) {
    charge = changing == 0 && charge == settled ? new Charge() : charge;
  }

  /** Returns the process of a change. Called when the change is offered. */
  private synchronized long chargedTo(Charge settled) {
    nextCharge(settled);
    return Math.max(0, settled.process);
  }

  private void offer(SettledContent settled, Bytes name, long who, long what) {
    Change change =
        new Change(
            name,
            "",
            ContentWatch.orAbsent(settled.before()),
            settled.after(),
            settled.equalPrefixBytes());
    owner.offer(change, who, what, settled::close);
  }

  /** Offers a change with unknown content and the reason. */
  private void offerLost(IOException why, Bytes name, long who, long what) {
    Change change = Change.of(name, "", Content.absent(), owner.unreadable(why));
    owner.offer(change, who, what, () -> {});
  }
}

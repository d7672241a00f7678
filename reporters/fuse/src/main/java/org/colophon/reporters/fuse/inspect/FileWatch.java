package org.colophon.reporters.fuse.inspect;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.inspect.content.Settled;
import org.colophon.core.inspect.content.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;

/**
 * One file that inspectors want. Opened for reading when it first changes, and let go when nobody
 * writes it any more. Any thread.
 *
 * <p>A change ends with the last close of an opening, which the kernel tells late, or when somebody
 * else begins to write after a close: a shell closes copies of the descriptor that it goes on
 * writing to, so that a close alone says nothing.
 *
 * <p>It is charged to the process that wrote last; to none if one whose doings are not recorded
 * took part in it.
 */
public final class FileWatch {
  private static final long IDLE_NANOS = 500_000_000;

  /** Stands for a process whose doings are not recorded. */
  public static final long NOT_RECORDED = -1;

  private final ContentWatch owner;
  private final Node node;

  // Guarded by this.
  private boolean isNew;
  private WatchedFile file;

  /** Why part of what changed is not known; null if all of it is. */
  private IOException failure;

  private Bytes path;
  private int writers;
  private int changing;
  private long changedAtNanos;
  private Charge charge = new Charge();
  private long object;

  /** The opening that was closed since it was last written through; null if none. */
  private OpenFile closed;

  /** The opening that it was last written through; null if it was changed by its name since. */
  private OpenFile last;

  /** Whom one change is charged to; guarded by the watch. */
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

  /** Somebody opened it for writing. */
  public synchronized void opened() {
    writers++;
  }

  /**
   * Content from an offset on is about to change.
   *
   * @param through how it is open; null if it is just being opened, or cut off by its name
   * @param who the process that does it, 0 if unknown, {@link #NOT_RECORDED}
   * @param what the file's object
   * @return for {@link #end}
   */
  public WatchedFile begin(long offset, OpenFile through, long who, long what) {
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

  /** Whether the one who wrote before has closed it, and this is another. */
  private synchronized boolean isEndOfChange(OpenFile through) {
    boolean isEnd = closed != null && closed != through;
    closed = null;
    return isEnd;
  }

  /**
   * It has, or not.
   *
   * @param begun what began; it may not be what is watched by now
   */
  public void end(WatchedFile begun) {
    synchronized (this) {
      changing--;
      changedAtNanos = System.nanoTime();
    }
    if (begun != null) {
      begun.endChange();
    }
  }

  private WatchedFile watched() {
    if (file == null) {
      try {
        file = owner.store().watch(ContentWatch.key(node), Path.of(node.openable()), isNew);
        failure = isNew ? null : failure; // of what is new nothing was missed
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
   * A writer closes a descriptor of it; there may be copies. Who has not written yet ends nothing:
   * a shell makes a copy to write to, and closes the first.
   */
  public synchronized void closing(OpenFile through) {
    if (!isChanged()) {
      closed = null;
    } else if (last == null || last == through) {
      closed = through;
    }
  }

  /**
   * The last copy is closed: what changed through it is offered. The kernel tells so late that
   * another may have begun meanwhile, whose change goes on.
   */
  public synchronized void released(OpenFile through) {
    writers = Math.max(0, writers - 1);
    boolean isEnd = through == last || through == closed;
    if (isEnd && writers == 0 && changing == 0) {
      letGo();
    } else if (isEnd) {
      settle();
    }
  }

  void settleIfIdle(long nowNanos) {
    synchronized (this) {
      boolean isIdle = writers <= 0 && changing == 0 && nowNanos - changedAtNanos > IDLE_NANOS;
      if (isIdle) {
        letGo();
      }
    }
  }

  /** Whether there is something to settle, perhaps. */
  private boolean isChanged() {
    return file != null || failure != null;
  }

  /** What is done with it from now on is not for inspectors: offers what was done until now. */
  public synchronized void leave() {
    isNew = false; // what it holds when it comes back was not written where that is recorded
    if (changing == 0) {
      letGo();
    } else {
      settle();
    }
  }

  /** Settles what is left, and lets the file go. */
  synchronized void letGo() {
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

  /** Those who are writing go on in the change that they have begun. */
  private void nextCharge(Charge settled) {
    charge = changing == 0 && charge == settled ? new Charge() : charge;
  }

  /** Asked when a change is handed over, which may be after the last of several writes. */
  private synchronized long chargedTo(Charge settled) {
    nextCharge(settled);
    return Math.max(0, settled.process);
  }

  private void offer(Settled settled, Bytes name, long who, long what) {
    Change change =
        new Change(
            name,
            "",
            ContentWatch.orAbsent(settled.before()),
            settled.after(),
            settled.equalPrefixBytes());
    owner.offer(change, who, what, settled::close);
  }

  /** A record says that something changed, and why it is not known what. */
  private void offerLost(IOException why, Bytes name, long who, long what) {
    Change change = Change.of(name, "", Content.absent(), owner.lost(why));
    owner.offer(change, who, what, () -> {});
  }
}

package org.colophon.reporters.fuse.inspect;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.InspectionCounts;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.content.BeforeConfig;
import org.colophon.core.inspect.content.BeforeStore;
import org.colophon.core.inspect.content.Cloner;
import org.colophon.core.inspect.content.Snapshot;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.reporters.fuse.mirror.Node;

/** The files of a mount whose content inspectors want to see. Any thread. */
public final class ContentWatch implements AutoCloseable {
  private static final Object NOT_WANTED = new Object();

  private final Bytes mount;
  private final Inspections inspections;
  private final BeforeStore store;

  /** Those that may have changed since they were settled. */
  private final Set<FileWatch> changed = ConcurrentHashMap.newKeySet();

  /**
   * Starts inspecting.
   *
   * @param mount what paths begin with
   * @param outputs asked once, on the thread that hands findings over
   */
  public ContentWatch(
      Bytes mount,
      InspectionConfig config,
      BeforeConfig before,
      Cloner cloner,
      Supplier<FindingOutput> outputs) {
    this.mount = mount;
    this.store = new BeforeStore(before, cloner);
    this.inspections = Inspections.start(config, outputs);
  }

  /** The watch of a file; null if nobody wants it. */
  public FileWatch of(Node node) {
    Object known = node.watch;
    if (known == null && node.isFile()) {
      known = meet(node, false);
    }
    return known instanceof FileWatch watch ? watch : null;
  }

  /** A file was made; there is nothing that it held before. */
  public void created(Node node) {
    if (node.isFile()) {
      meet(node, true);
    }
  }

  private Object meet(Node node, boolean isNew) {
    synchronized (node) {
      if (node.watch == null) {
        Bytes path = path(node);
        boolean isWanted = path != null && inspections.wants(path);
        node.watch = isWanted ? new FileWatch(this, node, isNew) : NOT_WANTED;
      }
      return node.watch;
    }
  }

  /** Another name may be wanted by others. One that is watched stays so. */
  public void renamed(Node node) {
    if (node != null && node.watch == NOT_WANTED) {
      node.watch = null;
    }
  }

  /**
   * A file has taken the place of another one: what an editor does when it saves.
   *
   * @param path of both
   */
  public void replaced(Node node, Node replaced, Bytes path, long process, long object) {
    Bytes name = mount.concat(path);
    if (!node.isFile() || !replaced.isFile() || !inspections.wants(name)) {
      return;
    }
    Snapshot before = new FileWatch(this, replaced, false).snapshot();
    Snapshot after = new FileWatch(this, node, false).snapshot();
    if (before != null && after != null) {
      offer(Change.of(name, "", before, after), process, object, () -> close(before, after));
    } else {
      close(before, after);
    }
  }

  private static void close(Snapshot... snapshots) {
    for (Snapshot each : snapshots) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** Settles files that changed a while ago and that nobody has open. Called now and then. */
  public void tick() {
    for (FileWatch each : changed) {
      each.settleIfIdle(System.nanoTime());
    }
  }

  public InspectionCounts counts() {
    return inspections.counts();
  }

  public BeforeStore.Counts kept() {
    return store.counts();
  }

  /** Waits until all that was offered is inspected and recorded; false if that takes longer. */
  public boolean awaitIdle(long timeoutMillis) {
    return inspections.awaitIdle(timeoutMillis);
  }

  // --- for the watches ---

  BeforeStore store() {
    return store;
  }

  /** Where it is in the mount; null if it has no name any more. */
  Bytes path(Node node) {
    Bytes path = node.path();
    return path == null ? null : mount.concat(path);
  }

  void isChanged(FileWatch watch) {
    changed.add(watch);
  }

  void isSettled(FileWatch watch) {
    changed.remove(watch);
  }

  void offer(Change change, long process, long object, Runnable done) {
    long nanos = System.currentTimeMillis() * 1_000_000;
    inspections.offer(new Inspection(change, process, object, nanos, done));
  }

  static Content orAbsent(Snapshot snapshot) {
    return snapshot == null ? Content.absent() : snapshot;
  }

  /** Lets go what is open still, and ends inspecting; what waits has a few seconds. */
  @Override
  public void close() {
    List.copyOf(changed).forEach(FileWatch::letGo);
    inspections.close();
    store.close();
  }
}

package org.colophon.reporters.fuse.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.InspectionCounts;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.content.BeforeConfig;
import org.colophon.core.inspect.content.BeforeStore;
import org.colophon.core.inspect.content.CheckedContent;
import org.colophon.core.inspect.content.Cloner;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.inspect.content.FileKey;
import org.colophon.core.inspect.content.Snapshot;
import org.colophon.core.inspect.content.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.NodeTable;

/** The files of a mount whose content inspectors want to see. Any thread. */
public final class ContentWatch implements AutoCloseable {
  /** What is known of files that nobody watches. */
  private enum Unwatched {
    /** Its name is not wanted. */
    NOT_WANTED,
    /** Nor was any name that it had where it was recorded; all that it holds was written here. */
    NOT_TOLD,
    /** The same; somebody took part in it whose doings are not recorded. */
    NOT_TOLD_OF_OTHERS
  }

  private final Bytes mount;
  private final NodeTable nodes;
  private final Inspections inspections;
  private final BeforeStore store;

  /** Those that may have changed since they were settled. */
  private final Set<FileWatch> changed = ConcurrentHashMap.newKeySet();

  /**
   * Starts inspecting.
   *
   * @param mount what paths begin with
   * @param nodes what is known below it
   * @param outputs asked once, on the thread that hands findings over
   */
  public ContentWatch(
      Bytes mount,
      NodeTable nodes,
      InspectionConfig config,
      BeforeConfig before,
      Cloner cloner,
      Supplier<FindingOutput> outputs) {
    this.mount = mount;
    this.nodes = nodes;
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

  /**
   * A file was made; there is nothing that it held before.
   *
   * @param isRecorded whether what is written to it is
   * @param isExcluded whether nothing is to be said of that, also once the file is elsewhere
   */
  public void created(Node node, boolean isRecorded, boolean isExcluded) {
    synchronized (node) {
      boolean isMet = node.isFile() && (isRecorded || isExcluded);
      boolean isWatched = isMet && meet(node, true) instanceof FileWatch;
      if (node.isFile() && !isWatched && !isExcluded) {
        node.watch = Unwatched.NOT_TOLD;
      }
    }
  }

  private Object meet(Node node, boolean isNew) {
    synchronized (node) {
      if (node.watch == null) {
        node.watch = isWanted(node) ? new FileWatch(this, node, isNew) : Unwatched.NOT_WANTED;
      }
      return node.watch;
    }
  }

  private boolean isWanted(Node node) {
    Bytes path = path(node);
    return path != null && inspections.wants(path);
  }

  /** Whether a file was made here, and inspectors have not seen it since its name is not wanted. */
  public boolean isNotTold(Node node) {
    return node.watch == Unwatched.NOT_TOLD || node.watch == Unwatched.NOT_TOLD_OF_OTHERS;
  }

  /**
   * Somebody writes to such a file.
   *
   * @param isHidden whether nothing is to be said of that
   * @param who the process, 0 if unknown, {@link FileWatch#NOT_RECORDED}
   */
  public void written(Node node, boolean isHidden, long who) {
    synchronized (node) {
      if (isNotTold(node) && isHidden) {
        node.watch = Unwatched.NOT_WANTED;
      } else if (isNotTold(node) && who == FileWatch.NOT_RECORDED) {
        node.watch = Unwatched.NOT_TOLD_OF_OTHERS;
      }
    }
  }

  /**
   * Somebody is about to change content from an offset on that inspectors are not to see.
   *
   * @return whom to tell when it is done, null if nobody wants what the file holds
   */
  public WatchedFile beginUnseen(Node node, long offset) {
    return node.isFile() ? store.beginUnseen(key(node), Path.of(node.openable()), offset) : null;
  }

  /**
   * A node has another name, which may be wanted by others. One that is watched stays so.
   *
   * @param isRecorded whether it is where what is written to it is; elsewhere it stays untold
   * @return what is to be done with it if no file had that name; null if it is no new file
   */
  public NewFile renamed(Node node, boolean isRecorded) {
    synchronized (node) {
      Object known = node.watch;
      boolean isNew = isRecorded && isNotTold(node) && isWanted(node);
      if (isNew || known == Unwatched.NOT_WANTED) {
        node.watch = null;
      }
      return isNew ? new NewFile(node, known == Unwatched.NOT_TOLD_OF_OTHERS) : null;
    }
  }

  /**
   * A folder has another name. Does something with files below that {@link #isNotTold}, as far as
   * they are known; whether the names of others are wanted is asked anew when they are used.
   *
   * @param use done with all of them, whichever it fails for: then the first failure is thrown
   */
  public void withUntoldBelow(Node folder, Consumer<Node> use) {
    List<Node> held = new ArrayList<>();
    nodes.eachBelow(
        folder,
        node -> {
          askAnew(node);
          if (isNotTold(node) && nodes.hold(node)) {
            held.add(node);
          }
        });
    RuntimeException failure = null;
    try {
      for (Node node : held) {
        RuntimeException its = failureOf(use, node);
        failure = failure == null ? its : failure;
      }
    } finally {
      held.forEach(nodes::letGo);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void askAnew(Node node) {
    synchronized (node) {
      if (node.watch == Unwatched.NOT_WANTED) {
        node.watch = null;
      }
    }
  }

  private static RuntimeException failureOf(Consumer<Node> use, Node node) {
    try {
      use.accept(node);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  /**
   * A node was found under a name that nobody gave it here. What it holds need not be from here: it
   * is no new file, and what is written from now on is compared with it.
   *
   * @param isRecorded whether what is written to it is
   */
  public void found(Node node, boolean isRecorded) {
    if (node.isFolder()) {
      nodes.eachBelow(node, ContentWatch::askAnew);
      return;
    }
    synchronized (node) {
      if (isRecorded && isNotTold(node) && isWanted(node)) {
        node.watch = null;
      }
      askAnew(node);
    }
  }

  /** A file that was written under names that nobody wants, and has got one that is wanted. */
  public final class NewFile {
    private final Node node;
    private final boolean isOfOthers;

    private NewFile(Node node, boolean isOfOthers) {
      this.node = node;
      this.isOfOthers = isOfOthers;
    }

    /**
     * All that it holds is new.
     *
     * @param process who gave it the name
     */
    public void tell(long process, long object) {
      Bytes name = path(node);
      Content after = name == null ? Content.absent() : content(node);
      if (after.sizeBytes() > 0 || isLost(after)) {
        long who = isOfOthers ? 0 : process;
        offer(Change.of(name, "", Content.absent(), after), who, object, () -> close(after));
      } else {
        close(after); // what comes into it is seen when it comes
      }
    }
  }

  private static boolean isLost(Content content) {
    return content instanceof CheckedContent checked && !checked.trouble().isEmpty();
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
    Content before = content(replaced);
    Content after = content(node);
    offer(Change.of(name, "", before, after), process, object, () -> close(before, after));
  }

  /** What a file holds now. */
  private Content content(Node node) {
    try (WatchedFile watched = store.watch(key(node), Path.of(node.openable()), false)) {
      return watched.snapshot();
    } catch (IOException e) {
      return lost(e);
    }
  }

  private static void close(Content... contents) {
    for (Content each : contents) {
      if (each instanceof Snapshot snapshot) {
        snapshot.close();
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

  /** Which file it is, for the store. */
  static FileKey key(Node node) {
    return new FileKey(node.device(), node.inode());
  }

  /** What stands for content that could not be read, and is counted. */
  Content lost(IOException why) {
    store.missed();
    return Contents.lost("it cannot be opened: " + why.getMessage());
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

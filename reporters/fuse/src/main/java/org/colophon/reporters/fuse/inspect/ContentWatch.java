// SPDX-License-Identifier: Apache-2.0
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
import org.colophon.core.inspect.content.CheckedContent;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.inspect.watch.FileKey;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.inspect.watch.PreImageStore;
import org.colophon.core.inspect.watch.Snapshot;
import org.colophon.core.inspect.watch.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.NodeTable;
import org.jspecify.annotations.Nullable;

/** Tracks the files of a mount that inspectors read. Any thread. */
public final class ContentWatch implements AutoCloseable {
  /** State of a file without a {@link FileWatch}. */
  private enum Unwatched {
    /** No inspector reads the file. */
    NOT_WANTED,
    /**
     * The file was created in the mount and all its writes are known, but no inspector reads files
     * of its name.
     */
    UNTRACKED,
    /** Like {@link #UNTRACKED}, but processes that are not recorded also wrote the file. */
    UNTRACKED_OF_OTHERS
  }

  private final Bytes mount;
  private final NodeTable nodes;
  private final Inspections inspections;
  private final PreImageStore store;

  private final Set<FileWatch> changed = ConcurrentHashMap.newKeySet();

  /**
   * Starts inspecting.
   *
   * @param mount prefix of all paths
   * @param nodes the known nodes
   * @param outputs creates the output of findings; called once, on the thread that uses the output
   */
  public ContentWatch(
      Bytes mount,
      NodeTable nodes,
      InspectionConfig config,
      PreImageConfig before,
      FileCloner cloner,
      Supplier<FindingOutput> outputs) {
    this.mount = mount;
    this.nodes = nodes;
    this.store = new PreImageStore(before, cloner);
    this.inspections = Inspections.start(config, outputs);
  }

  /** Returns the watch of a file; null if no inspector reads it. */
  public @Nullable FileWatch of(Node node) {
    Object known = node.watch;
    if (known == null && node.isFile()) {
      known = classify(node, false);
    }
    return known instanceof FileWatch watch ? watch : null;
  }

  /**
   * Called when a file was created.
   *
   * @param isRecorded whether its writes are recorded
   * @param isExcluded whether its writes must never be recorded, even after a rename
   */
  public void created(Node node, boolean isRecorded, boolean isExcluded) {
    synchronized (node) {
      boolean isMet = node.isFile() && (isRecorded || isExcluded);
      boolean isWatched = isMet && classify(node, true) instanceof FileWatch;
      if (node.isFile() && !isWatched && !isExcluded) {
        node.watch = Unwatched.UNTRACKED;
      }
    }
  }

  private Object classify(Node node, boolean isNew) {
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

  /** Returns whether a file was created in the mount and is not inspected because of its name. */
  public boolean isUntracked(Node node) {
    return node.watch == Unwatched.UNTRACKED || node.watch == Unwatched.UNTRACKED_OF_OTHERS;
  }

  /**
   * Called when a process writes an {@linkplain #isUntracked untracked} file.
   *
   * @param isCovered whether the write must not be recorded
   * @param who the process, 0 if unknown, {@link FileWatch#NOT_RECORDED}
   */
  public void written(Node node, boolean isCovered, long who) {
    synchronized (node) {
      if (isUntracked(node) && isCovered) {
        node.watch = Unwatched.NOT_WANTED;
      } else if (isUntracked(node) && who == FileWatch.NOT_RECORDED) {
        node.watch = Unwatched.UNTRACKED_OF_OTHERS;
      }
    }
  }

  /**
   * Begins a change that is not reported to inspectors.
   *
   * @return the watched file to notify after the change; null if no previous content is stored
   */
  public @Nullable WatchedFile beginUnseen(Node node, long offset) {
    return node.isFile() ? store.beginUnseen(key(node), Path.of(node.openable()), offset) : null;
  }

  /**
   * Called when a node was renamed. A watched node remains watched.
   *
   * @param isRecorded whether its writes are recorded under the new name
   * @return the file if it is new to inspectors; null otherwise
   */
  public @Nullable NewFile renamed(Node node, boolean isRecorded) {
    synchronized (node) {
      Object known = node.watch;
      boolean isNew = isRecorded && isUntracked(node) && isWanted(node);
      if (isNew || known == Unwatched.NOT_WANTED) {
        node.watch = null;
      }
      return isNew ? new NewFile(node, known == Unwatched.UNTRACKED_OF_OTHERS) : null;
    }
  }

  /**
   * Applies an action to the {@linkplain #isUntracked untracked} files below a renamed directory.
   * Resets the state of other unwatched files.
   *
   * @param use applied to each untracked file; the first exception is thrown at the end
   */
  public void forUntrackedBelow(Node directory, Consumer<Node> use) {
    List<Node> held = new ArrayList<>();
    nodes.eachBelow(
        directory,
        node -> {
          resetIfUnwanted(node);
          if (isUntracked(node) && nodes.hold(node)) {
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
      held.forEach(nodes::release);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void resetIfUnwanted(Node node) {
    synchronized (node) {
      if (node.watch == Unwatched.NOT_WANTED) {
        node.watch = null;
      }
    }
  }

  private static @Nullable RuntimeException failureOf(Consumer<Node> use, Node node) {
    try {
      use.accept(node);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  /**
   * Called when a node was found under a name that was not created in the mount. Its content may
   * have unknown sources, so the file does not count as new.
   *
   * @param isRecorded whether its writes are recorded
   */
  public void found(Node node, boolean isRecorded) {
    if (node.isDirectory()) {
      nodes.eachBelow(node, ContentWatch::resetIfUnwanted);
      return;
    }
    synchronized (node) {
      if (isRecorded && isUntracked(node) && isWanted(node)) {
        node.watch = null;
      }
      resetIfUnwanted(node);
    }
  }

  /** A file whose old name no inspector reads, and whose new name an inspector reads. */
  public final class NewFile {
    private final Node node;
    private final boolean isOfOthers;

    private NewFile(Node node, boolean isOfOthers) {
      this.node = node;
      this.isOfOthers = isOfOthers;
    }

    /**
     * Offers the whole content of the file as new.
     *
     * @param process the process that renamed the file
     */
    public void offerContent(long process, long object) {
      Bytes name = path(node);
      Content after = name == null ? Content.absent() : content(node);
      if (name != null && (after.sizeBytes() > 0 || isLost(after))) {
        long who = isOfOthers ? 0 : process;
        offer(Change.of(name, "", Content.absent(), after), who, object, () -> close(after));
      } else {
        close(after); // later changes are offered when they are written
      }
    }
  }

  private static boolean isLost(Content content) {
    return content instanceof CheckedContent checked && !checked.problem().isEmpty();
  }

  /**
   * Called when a file replaced another one, as when an editor saves.
   *
   * @param path the path of both files
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

  private Content content(Node node) {
    try (WatchedFile watched = store.watch(key(node), Path.of(node.openable()), false)) {
      return watched.snapshot();
    } catch (IOException e) {
      return unreadable(e);
    }
  }

  private static void close(Content... contents) {
    for (Content each : contents) {
      if (each instanceof Snapshot snapshot) {
        snapshot.close();
      }
    }
  }

  /** Ends the changes of idle files. Called periodically. */
  public void tick() {
    for (FileWatch each : changed) {
      each.settleIfIdle(System.nanoTime());
    }
  }

  public InspectionCounts counts() {
    return inspections.counts();
  }

  public PreImageStore.Counts kept() {
    return store.counts();
  }

  /** Waits until all offered changes are recorded. Returns false after the timeout. */
  public boolean awaitIdle(long timeoutMillis) {
    return inspections.awaitIdle(timeoutMillis);
  }

  PreImageStore store() {
    return store;
  }

  /** Returns the path in the mount; null if the node has no name. */
  @Nullable Bytes path(Node node) {
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

  static FileKey key(Node node) {
    return new FileKey(node.device(), node.inode());
  }

  /** Returns a placeholder for unreadable content and counts it. */
  Content unreadable(IOException why) {
    store.countLoss();
    return Contents.unreadable("it cannot be opened: " + why.getMessage());
  }

  static Content orAbsent(@Nullable Snapshot snapshot) {
    return snapshot == null ? Content.absent() : snapshot;
  }

  /** Ends open changes and stops inspecting. Waits a few seconds for the queue. */
  @Override
  public void close() {
    List.copyOf(changed).forEach(FileWatch::release);
    inspections.close();
    store.close();
  }
}

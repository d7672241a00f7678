// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Long2ObjectHashMap;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.inspect.watch.CopiedContent;
import org.colophon.core.inspect.watch.PreImageStore;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.replay.state.HostProbe;
import org.jspecify.annotations.Nullable;

/**
 * Sink that offers the changed files of a trace to inspectors.
 *
 * <p>Calls are reported after they were made, so the content before a change is copied earlier: of
 * each file below a directory when the trace begins, and then at the end of each change. No program
 * waits for a copy.
 *
 * <p>A change ends when the last writer closes the file or ends, and when a rename replaces the
 * file. The content is copied then. Later writes may be in that copy before they are reported, so
 * the end is certain only when everything from before the copy is reported. Otherwise the change
 * continues. It is attributed to no process if several made it. One thread.
 */
public final class TracedContents extends ForwardingSink {
  private static final Logger LOG = System.getLogger(TracedContents.class.getName());
  private static final long END_MILLIS = 60_000;

  /** Maximum difference between the clocks of calls and of copies. */
  private static final long MARGIN_NANOS = 20_000_000;

  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes AFTER_SLASH = Bytes.of("0");

  private final HostProbe probe;
  private final Bytes below;
  private final PreImageStore store;
  private final Inspections inspections;

  /** Files by path. A file with several names is here several times. */
  private final PathMap<TracedFile> files = new PathMap<>();

  private final Long2ObjectHashMap<TracedFile> byObject = new Long2ObjectHashMap<>();
  private final Set<TracedFile> changing = new LinkedHashSet<>();

  /** Files whose change seems to have ended, in the order of the copies. */
  private final Set<TracedFile> ending = new LinkedHashSet<>();

  /** Time of the last flush; all calls from before the flush before it were reported. */
  private long flushedNanos;

  private boolean isPartial;

  /**
   * Inspects the changes of a trace.
   *
   * @param sink receives all operations of the trace
   * @param directory the directory whose files are inspected
   * @param store keeps copies of contents; closed by {@link #close}
   * @param inspections receives the changes; closed by {@link #close}
   */
  public TracedContents(
      OperationSink sink,
      HostProbe probe,
      Bytes directory,
      PreImageStore store,
      Inspections inspections) {
    super(sink);
    this.probe = probe;
    this.below = directory.concat(SLASH);
    this.store = store;
    this.inspections = inspections;
  }

  /** Copies the files of the directory. Call it before the traced command starts. */
  public void copyFiles() {
    copyBelow(PathBytes.path(below), Long.MAX_VALUE);
  }

  /** Copies the files that were not changed after a time. */
  private void copyBelow(Path directory, long timeNanos) {
    FileWalk walk = new FileWalk(inspections::wants);
    walk.visit(directory, file -> add(PathBytes.of(file), copy(file, timeNanos)));
    if (walk.isCutOff() && !isPartial) {
      isPartial = true;
      LOG.log(
          Level.WARNING,
          "{0} has too many files: inspectors see the first change of only some",
          below.display());
    }
  }

  private TracedFile add(Bytes path, Content content) {
    TracedFile file = new TracedFile(path, content);
    files.put(path, file);
    return file;
  }

  private void addName(Bytes path, TracedFile file) {
    files.put(path, file);
    file.names++;
  }

  private Content copy(Path file) {
    try {
      return store.copy(file);
    } catch (IOException e) {
      return Contents.unreadable(e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private Content copy(Path file, long timeNanos) {
    Content content = copy(file);
    if (content instanceof CopiedContent copied && copied.state().modifiedNanos() > timeNanos) {
      copied.close();
      return Contents.unreadable("it was changed before it was copied");
    }
    return content;
  }

  /** Called when a traced process opened a file for writing, or truncated it. */
  void openedForWriting(Bytes path, long object) {
    if (isInspected(path, object)) {
      track(fileAt(path), object);
    }
  }

  private boolean isInspected(Bytes path, long object) {
    return object != 0
        && path.startsWith(below)
        && !OperationSink.isFiltered(object)
        && inspections.wants(path);
  }

  /** Returns the file at a path. If it was not there when the trace began, it is new. */
  private TracedFile fileAt(Bytes path) {
    TracedFile known = files.get(path);
    return known != null
        ? known
        : add(path, isPartial ? Contents.unreadable("it was not copied before") : Content.absent());
  }

  /** Assigns an object to a file. Two names of one object are one file. */
  private void track(TracedFile file, long object) {
    TracedFile known = byObject.get(object);
    if (known != null && known != file) {
      addName(file.path, known);
      TracedFile.release(file.replace(Content.absent()));
    } else {
      byObject.remove(file.object, file);
      file.object = object;
      byObject.put(object, file);
    }
  }

  @Override
  public void accept(Operation operation) {
    endBefore(operation.timeNanos());
    switch (operation.type()) {
      case ACCESS, END_REPEATED -> accessed(operation);
      case CUT -> written(operation);
      case EXIT -> ended(operation.process(), operation.timeNanos());
      case LINK, DERIVE, EXTENDED, GAP, SNAPSHOT -> {}
    }
    sink.accept(operation);
  }

  private void accessed(Operation operation) {
    if (operation.accessKind() == OperationKind.WRITE) {
      written(operation);
    } else if (operation.accessKind() == OperationKind.CLOSE) {
      TracedFile file = byObject.get(operation.object());
      if (file != null && file.writer == operation.process() && changing.contains(file)) {
        settle(file, operation.timeNanos());
      }
    }
  }

  private void written(Operation operation) {
    TracedFile file = byObject.get(operation.object());
    if (file != null) {
      continueChange(file);
      written(file, operation.process(), operation.type() == Operation.Type.CUT);
      file.writtenNanos = operation.timeNanos();
    }
  }

  /** Notes a write. A shell that only empties a file for its child is not an author. */
  private void written(TracedFile file, long process, boolean isCut) {
    boolean isFirst = changing.add(file) || file.isOnlyCut;
    file.author = isFirst || file.author == process ? process : 0;
    file.isOnlyCut = isFirst && isCut;
    file.writer = process;
  }

  private void ended(long process, long timeNanos) {
    if (!changing.isEmpty()) {
      List.copyOf(changing).stream()
          .filter(file -> file.writer == process)
          .forEach(file -> settle(file, timeNanos));
    }
  }

  /** Copies a file at the end of a change, unless it was changed again after a time. */
  private void settle(TracedFile file, long timeNanos) {
    file.writtenNanos = timeNanos;
    if (!isChangedLater(file)) {
      copyEnd(file);
    }
  }

  private boolean isChangedLater(TracedFile file) {
    FileState state = state(probe.file(file.path));
    return state != null && state.modifiedNanos() > file.writtenNanos + FileHasher.CLOCK_TICK_NANOS;
  }

  private static @Nullable FileState state(@Nullable Path place) {
    return place == null ? null : FileHasher.state(place);
  }

  private void copyEnd(TracedFile file) {
    Path place = probe.file(file.path);
    if (place != null && state(place) != null) { // else it is removed, which a later call reports
      file.end(copy(place), FileHasher.nowNanos() + MARGIN_NANOS);
      ending.remove(file);
      ending.add(file);
    }
  }

  /** Continues a change: a copy of its end may contain what is reported now. */
  private void continueChange(TracedFile file) {
    file.discardEnd();
    ending.remove(file);
  }

  /** Ends the changes whose copies are older than all that is still to be reported. */
  private void endBefore(long nanos) {
    while (!ending.isEmpty()) {
      TracedFile first = ending.iterator().next();
      if (!first.hasEndedBefore(nanos)) {
        return;
      }
      end(first);
    }
  }

  private void end(TracedFile file) {
    ending.remove(file);
    changing.remove(file);
    Content now = file.takeEnd();
    if (isSame(file.content(), now)) {
      TracedFile.release(now);
      return;
    }
    Content before = file.replace(now);
    Content after = shared(now);
    inspections.offer(
        new Inspection(
            Change.of(file.path, "", before, after),
            file.author,
            file.object,
            file.writtenNanos,
            () -> {
              TracedFile.release(before);
              TracedFile.release(after);
            }));
  }

  /** Returns a content for another holder. */
  private static Content shared(Content content) {
    return content instanceof CopiedContent copied ? copied.share() : content;
  }

  private static boolean isSame(Content before, Content now) {
    return before instanceof CopiedContent one
        && now instanceof CopiedContent other
        && !other.state().isOtherContentThan(one.state());
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    sink.bind(process, path, object, timeNanos);
    if (process != 0 && isInspected(path, object)) {
      TracedFile known = byObject.get(object);
      if (known != null) {
        addName(path, known);
      } else {
        TracedFile file = add(path, Content.absent());
        track(file, object);
        written(file, process, true); // and probably by others soon
      }
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    sink.unbind(process, path, timeNanos);
    endBefore(timeNanos);
    TracedFile file = files.remove(path);
    if (file != null) {
      forget(file);
    }
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    sink.rename(process, from, to, timeNanos);
    endBefore(timeNanos);
    TracedFile replaced = move(from, to, false, timeNanos).get(to);
    long object = sink.resolve(to);
    TracedFile known = files.get(to);
    if (isInspected(to, object) && (replaced != null || known == null)) {
      TracedFile file = known == null ? add(to, Content.absent()) : known;
      if (replaced != null) {
        TracedFile.release(file.replace(shared(replaced.content())));
      }
      track(file, object);
      written(file, process, false);
      if (replaced != null && changing.contains(replaced) && replaced.author != process) {
        file.author = 0;
      }
      settle(file, timeNanos);
    }
    if (replaced != null) {
      forget(replaced);
    }
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    sink.renameBelow(process, from, to, timeNanos);
    move(from, to, false, timeNanos).values().forEach(this::forget);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    sink.exchange(process, one, other, timeNanos);
    move(one, other, true, timeNanos);
  }

  private Map<Bytes, TracedFile> move(Bytes from, Bytes to, boolean exchanges, long timeNanos) {
    Map<Bytes, TracedFile> replaced = files.move(from, to, exchanges);
    setPaths(to);
    if (exchanges) {
      setPaths(from);
    } else if (to.startsWith(below) && !from.startsWith(below) && probe.isDirectory(to)) {
      copyBelow(PathBytes.path(to), timeNanos - FileHasher.CLOCK_TICK_NANOS);
    }
    return replaced;
  }

  private void setPaths(Bytes from) {
    files
        .subMap(from, true, from.concat(AFTER_SLASH), false)
        .forEach((path, file) -> file.path = path);
  }

  /** Called when a file has lost a name. */
  private void forget(TracedFile file) {
    if (--file.names > 0) {
      file.path =
          files.entrySet().stream()
              .filter(each -> each.getValue() == file)
              .findFirst()
              .orElseThrow()
              .getKey();
      return;
    }
    continueChange(file);
    changing.remove(file);
    byObject.remove(file.object, file);
    TracedFile.release(file.replace(Content.absent()));
  }

  @Override
  public long flush() {
    endBefore(flushedNanos);
    flushedNanos = FileHasher.nowNanos();
    return sink.flush();
  }

  /** Ends the last changes after the last call, and waits for the inspectors. */
  public void finish() {
    endBefore(Long.MAX_VALUE);
    for (TracedFile file : List.copyOf(changing)) {
      if (isChangedLater(file)) {
        file.author = 0; // not only traced processes
      }
      copyEnd(file);
    }
    endBefore(Long.MAX_VALUE);
    inspections.awaitIdle(END_MILLIS);
  }

  /** Ends the inspectors, and deletes all copies. */
  public void close() {
    inspections.close();
    store.close();
  }
}

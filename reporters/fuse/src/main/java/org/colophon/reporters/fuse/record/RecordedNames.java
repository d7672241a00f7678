// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.List;
import java.util.concurrent.locks.StampedLock;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.scope.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Names of files. Each file has a name below the mount and one below the source, which change
 * together. Unrecorded and too long paths have no name. Any thread.
 */
final class RecordedNames {
  /** The longest name that a sink accepts. */
  private static final int MAX_BYTES = 64 << 10;

  /** Source name of units that change names. This source never has a position. */
  private static final String UNIT = "fuse";

  /**
   * Guards node locations together with their recorded names. A thread holds it for reading while
   * it names a node by its path, and for writing while it moves or removes a name. Acquired last,
   * after a node's monitor. Not reentrant.
   */
  final StampedLock namesLock = new StampedLock();

  private final Scope scope;
  private final Bytes source;
  private final Bytes mount;
  private final boolean hasSeparateSource;
  private final int maxBytes;

  RecordedNames(Scope scope, Bytes source, Bytes mount) {
    this.scope = scope;
    this.source = source;
    this.mount = mount;
    this.hasSeparateSource = !source.equals(mount);
    this.maxBytes = MAX_BYTES - Math.max(source.length(), mount.length());
  }

  private boolean fits(Bytes path) {
    return path.length() <= maxBytes;
  }

  private boolean has(Bytes path) {
    return fits(path) && scope.hasPath(path);
  }

  /**
   * Publishes several changes of names at once. The changes must not throw; otherwise the unit
   * would stay open and keep its lock.
   */
  private static void inUnit(OperationSink sink, Runnable changes) {
    sink.begin();
    changes.run();
    sink.position(UNIT, Bytes.EMPTY);
  }

  /** Returns the object of an existing file. The path may be null. */
  long objectAt(@Nullable Bytes path, ObjectDeclaration declaration, OperationSink sink) {
    if (path == null || !fits(path)) {
      return sink.object(declaration, 0);
    }
    if (declaration.identity().isEmpty()) {
      return objectByName(path, declaration, sink);
    }
    long object = sink.objectAt(mount.concat(path), declaration, 0);
    if (hasSeparateSource) {
      sink.objectAt(source.concat(path), declaration, 0);
    }
    return object;
  }

  /** Looks up an object without identity by either of its names. */
  private long objectByName(Bytes path, ObjectDeclaration declaration, OperationSink sink) {
    Bytes below = mount.concat(path);
    Bytes outside = source.concat(path);
    long known = sink.resolve(below) == 0 ? sink.resolve(outside) : 0;
    if (known != 0) {
      sink.bind(0, below, known, 0);
      return known;
    }
    long object = sink.objectAt(below, declaration, 0);
    if (hasSeparateSource && sink.resolve(outside) == 0) {
      sink.bind(0, outside, object, 0);
    }
    return object;
  }

  /**
   * Binds an object to its path if the name is unknown.
   *
   * @param isSeen whether a lookup of this name returned the object, so that the name is certain
   */
  void again(Bytes path, long object, boolean isSeen, OperationSink sink) {
    if (!fits(path)) {
      return;
    }
    for (Bytes name : List.of(mount.concat(path), source.concat(path))) {
      long named = sink.resolve(name);
      if (named == 0 || (isSeen && named != object)) {
        sink.bind(0, name, object, 0);
      }
    }
  }

  /**
   * Reports that a process bound a name to an object.
   *
   * @param path the path; null if it is not recorded
   * @param also reports further operations of the same unit
   */
  void bind(long process, @Nullable Bytes path, long object, OperationSink sink, Runnable also) {
    boolean isNamed = path != null && fits(path);
    inUnit(
        sink,
        () -> {
          if (path != null && isNamed) {
            bindBoth(process, path, object, sink);
          }
          also.run();
        });
  }

  void bind(long process, @Nullable Bytes path, long object, OperationSink sink) {
    bind(process, path, object, sink, () -> {});
  }

  private void bindBoth(long process, Bytes path, long object, OperationSink sink) {
    sink.bind(process, mount.concat(path), object, 0);
    if (hasSeparateSource) {
      sink.bind(process, source.concat(path), object, 0);
    }
  }

  void unbind(long process, @Nullable Bytes path, OperationSink sink) {
    if (path != null && has(path)) {
      inUnit(sink, () -> unbindBoth(process, path, sink));
    }
  }

  private void unbindBoth(long process, Bytes path, OperationSink sink) {
    sink.unbind(process, mount.concat(path), 0);
    if (hasSeparateSource) {
      sink.unbind(process, source.concat(path), 0);
    }
  }

  private void unbindAll(long process, Bytes path, OperationSink sink) {
    if (fits(path) && !scope.excludes(path)) {
      inUnit(sink, () -> unbindBoth(process, path, sink));
    }
  }

  /** Returns whether all names below two directories can move together. */
  boolean moveTogether(Bytes one, Bytes other) {
    return fits(one) && fits(other) && scope.isSameBelow(one, other) && !scope.excludes(one);
  }

  /**
   * Records a rename into or out of the scope as a bind or unbind. Does the same for a directory if
   * the scope below its two paths differs.
   *
   * @param object the moved object; 0 if it is not recorded
   */
  void rename(
      long process, Bytes from, Bytes to, long object, boolean isDirectory, OperationSink sink) {
    if (has(from) && has(to) && (!isDirectory || moveTogether(from, to))) {
      inUnit(sink, () -> renameBoth(process, from, to, sink));
      return;
    }
    if (isDirectory && !has(from) && moveTogether(from, to)) {
      inUnit(sink, () -> renameBelowBoth(process, from, to, sink));
      return;
    }
    if (isDirectory) {
      unbindAll(process, from, sink);
    } else {
      unbind(process, from, sink);
    }
    if (object != 0 && scope.hasPath(from) && has(to)) {
      bind(process, to, object, sink); // the old name was too long, or the scope below differs
    } else {
      unbind(process, to, sink); // the object gets its new name at its next use
    }
  }

  private void renameBoth(long process, Bytes from, Bytes to, OperationSink sink) {
    sink.rename(process, mount.concat(from), mount.concat(to), 0);
    if (hasSeparateSource) {
      sink.rename(process, source.concat(from), source.concat(to), 0);
    }
  }

  private void renameBelowBoth(long process, Bytes from, Bytes to, OperationSink sink) {
    sink.renameBelow(process, mount.concat(from), mount.concat(to), 0);
    if (hasSeparateSource) {
      sink.renameBelow(process, source.concat(from), source.concat(to), 0);
    }
  }

  /**
   * Exchanges two names.
   *
   * @param isDirectory whether the first name belongs to a directory; the second may also belong to
   *     one
   */
  void exchange(long process, Bytes one, Bytes other, boolean isDirectory, OperationSink sink) {
    if (moveTogether(one, other) && (isDirectory || (has(one) && has(other)))) {
      inUnit(sink, () -> exchangeBoth(process, one, other, sink));
    } else {
      unbindAll(process, one, sink);
      unbindAll(process, other, sink);
    }
  }

  private void exchangeBoth(long process, Bytes one, Bytes other, OperationSink sink) {
    sink.exchange(process, mount.concat(one), mount.concat(other), 0);
    if (hasSeparateSource) {
      sink.exchange(process, source.concat(one), source.concat(other), 0);
    }
  }
}

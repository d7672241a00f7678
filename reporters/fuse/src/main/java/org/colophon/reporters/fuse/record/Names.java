package org.colophon.reporters.fuse.record;

import java.util.List;
import java.util.concurrent.locks.StampedLock;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * What files are called: each has a name below the mount and one below the source, which come, go
 * and move together. Paths that are not recorded have none, nor have those that are too long for
 * it: what is there is known without. Any thread.
 */
final class Names {
  /** The longest that a sink takes. */
  private static final int MOST_BYTES = 64 << 10;

  /** What the changes of names count as a place in; it is never anywhere. */
  private static final String UNIT = "fuse";

  /**
   * Where nodes are and what is recorded of it change together. Held for reading while a node is
   * named by its path, so that neither it nor a folder above it moves meanwhile; for writing while
   * a name moves or goes. Asked for last, behind the monitor of a node, and not twice.
   */
  final StampedLock places = new StampedLock();

  private final Scope scope;
  private final Bytes source;
  private final Bytes mount;
  private final boolean hasTwo;
  private final int mostBytes;

  Names(Scope scope, Bytes source, Bytes mount) {
    this.scope = scope;
    this.source = source;
    this.mount = mount;
    this.hasTwo = !source.equals(mount);
    this.mostBytes = MOST_BYTES - Math.max(source.length(), mount.length());
  }

  private boolean fits(Bytes path) {
    return path.length() <= mostBytes;
  }

  /** Whether what is at a path has names. */
  private boolean has(Bytes path) {
    return fits(path) && scope.hasPath(path);
  }

  /**
   * Each change of a name is published by itself, which costs far more than the change; a unit is
   * published once. Its position only ends it. A change that throws would leave it open, and the
   * names locked for all: what a sink refuses must not come to it.
   */
  private static void together(OperationSink sink, Runnable changes) {
    sink.begin();
    changes.run();
    sink.position(UNIT, Bytes.EMPTY);
  }

  /** The object of what was there before it was first seen; its path may be null. */
  long objectAt(Bytes path, ObjectDeclaration declaration, OperationSink sink) {
    if (path == null || !fits(path)) {
      return sink.object(declaration, 0);
    }
    if (declaration.identity().isEmpty()) {
      return objectByName(path, declaration, sink);
    }
    long object = sink.objectAt(mount.concat(path), declaration, 0);
    if (hasTwo) {
      sink.objectAt(source.concat(path), declaration, 0);
    }
    return object;
  }

  /** Where nothing but names tells files apart, whichever name is known leads to the object. */
  private long objectByName(Bytes path, ObjectDeclaration declaration, OperationSink sink) {
    Bytes below = mount.concat(path);
    Bytes beside = source.concat(path);
    long known = sink.resolve(below) == 0 ? sink.resolve(beside) : 0;
    if (known != 0) {
      sink.bind(0, below, known, 0);
      return known;
    }
    long object = sink.objectAt(below, declaration, 0);
    if (hasTwo && sink.resolve(beside) == 0) {
      sink.bind(0, beside, object, 0);
    }
    return object;
  }

  /**
   * Names an object as it should be called, where that is not known.
   *
   * @param isSeen whether it was found there, so that nothing else has the name
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
   * Somebody gave an object a name.
   *
   * @param path where that is recorded; may be null
   * @param also what is published with it
   */
  void bind(long process, Bytes path, long object, OperationSink sink, Runnable also) {
    boolean isNamed = path != null && fits(path);
    together(
        sink,
        () -> {
          if (isNamed) {
            bindBoth(process, path, object, sink);
          }
          also.run();
        });
  }

  void bind(long process, Bytes path, long object, OperationSink sink) {
    bind(process, path, object, sink, () -> {});
  }

  private void bindBoth(long process, Bytes path, long object, OperationSink sink) {
    sink.bind(process, mount.concat(path), object, 0);
    if (hasTwo) {
      sink.bind(process, source.concat(path), object, 0);
    }
  }

  void unbind(long process, Bytes path, OperationSink sink) {
    if (has(path)) {
      together(sink, () -> unbindBoth(process, path, sink));
    }
  }

  private void unbindBoth(long process, Bytes path, OperationSink sink) {
    sink.unbind(process, mount.concat(path), 0);
    if (hasTwo) {
      sink.unbind(process, source.concat(path), 0);
    }
  }

  /** The same with all names below, also if there are such alone. */
  private void unbindAll(long process, Bytes path, OperationSink sink) {
    if (fits(path) && !scope.excludes(path)) {
      together(sink, () -> unbindBoth(process, path, sink));
    }
  }

  /** Whether all names below two folders can move together, whether or not these are recorded. */
  boolean areAlike(Bytes one, Bytes other) {
    return fits(one) && fits(other) && scope.isAlikeBelow(one, other) && !scope.excludes(one);
  }

  /**
   * A rename into or out of what is recorded is a name that comes or goes. So are those of all that
   * is in a folder if some of it may be recorded here and not there.
   *
   * @param object what moves, 0 if it is not recorded
   */
  void rename(
      long process, Bytes from, Bytes to, long object, boolean isFolder, OperationSink sink) {
    if (has(from) && has(to) && (!isFolder || areAlike(from, to))) {
      together(sink, () -> renameBoth(process, from, to, sink));
      return;
    }
    if (isFolder && !has(from) && areAlike(from, to)) {
      together(sink, () -> renameBelowBoth(process, from, to, sink));
      return;
    }
    if (isFolder) {
      unbindAll(process, from, sink);
    } else {
      unbind(process, from, sink);
    }
    if (object != 0 && scope.hasPath(from) && has(to)) {
      bind(process, to, object, sink); // its name was too long, or not all below goes with it
    } else {
      unbind(process, to, sink); // what comes is known under its new name when it is used next
    }
  }

  private void renameBoth(long process, Bytes from, Bytes to, OperationSink sink) {
    sink.rename(process, mount.concat(from), mount.concat(to), 0);
    if (hasTwo) {
      sink.rename(process, source.concat(from), source.concat(to), 0);
    }
  }

  private void renameBelowBoth(long process, Bytes from, Bytes to, OperationSink sink) {
    sink.renameBelow(process, mount.concat(from), mount.concat(to), 0);
    if (hasTwo) {
      sink.renameBelow(process, source.concat(from), source.concat(to), 0);
    }
  }

  /** Either may be a folder; that the first is one is known. */
  void exchange(long process, Bytes one, Bytes other, boolean isFolder, OperationSink sink) {
    if (areAlike(one, other) && (isFolder || (has(one) && has(other)))) {
      together(sink, () -> exchangeBoth(process, one, other, sink));
    } else {
      unbindAll(process, one, sink);
      unbindAll(process, other, sink);
    }
  }

  private void exchangeBoth(long process, Bytes one, Bytes other, OperationSink sink) {
    sink.exchange(process, mount.concat(one), mount.concat(other), 0);
    if (hasTwo) {
      sink.exchange(process, source.concat(one), source.concat(other), 0);
    }
  }
}

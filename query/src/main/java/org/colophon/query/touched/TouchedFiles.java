// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.touched.TouchedFile.Effect;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files, directories and symbolic links that a run created, changed, moved, removed and
 * read. Names files as at the end of the run, so temporary names of renamed files do not appear.
 * Omits files that the run both created and removed. One thread.
 */
public final class TouchedFiles {
  private static final int ALL_MODES = -1;

  private final LineageReader reader;
  private final Run run;
  private final long endLsn;
  private final Map<Long, Access> accesses = new HashMap<>();
  private final Map<Bytes, TouchedFile> byPath = new TreeMap<>();
  private int temporary;

  /** A run's accesses to an object, summed up. */
  private static final class Access {
    private int modes;
    private long readBytes;
    private long writtenBytes;

    private void add(AccessMode mode, long bytes) {
      modes |= mode.bit();
      readBytes += mode == AccessMode.READ ? bytes : 0;
      writtenBytes += mode == AccessMode.WRITE ? bytes : 0;
    }

    private boolean has(AccessMode mode) {
      return (modes & mode.bit()) != 0;
    }
  }

  /**
   * Searches the files of a run.
   *
   * @param asOfLsn the last LSN that counts
   */
  public TouchedFiles(LineageReader reader, Run run, long asOfLsn) {
    this.reader = reader;
    this.run = run;
    this.endLsn = Math.min(Math.min(asOfLsn, run.endLsn()), reader.visibleLsn());
    run.processes().forEach(this::collect);
    accesses.forEach(this::classify);
  }

  private void collect(long process) {
    reader.accessesOfProcess(
        process,
        ALL_MODES,
        (accessor, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (first <= endLsn) {
            accesses.computeIfAbsent(object, id -> new Access()).add(mode, bytes);
          }
        });
  }

  private void classify(long object, Access access) {
    ObjectInfo info = reader.object(object);
    if (info == null || !isFile(info.declaration().kind())) {
      return;
    }
    List<NameBinding> names = reader.placesOf(object);
    Bytes name = nameAt(names, endLsn);
    if (info.declaration().kind() == ObjectKind.ABSENT) {
      absent(name, object);
      return;
    }
    boolean isChanged = access.has(AccessMode.WRITE) || access.has(AccessMode.NAME);
    boolean isTouched = isChanged || access.has(AccessMode.TOUCH);
    boolean isCreated =
        isTouched && info.declaredLsn() >= run.beginLsn() && run.created(reader, object, endLsn);
    Bytes before = isCreated ? Bytes.EMPTY : nameBefore(names);
    if (name == null) {
      remove(object, access, isCreated, before);
    } else if (isCreated) {
      put(Effect.CREATED, name, object, Bytes.EMPTY, access);
    } else if (access.has(AccessMode.NAME) && !before.equals(name) && !before.isEmpty()) {
      boolean isNew = access.has(AccessMode.WRITE) && info.declaredLsn() >= run.beginLsn();
      if (isNew) {
        put(written(name, object), name, object, Bytes.EMPTY, access);
      } else {
        put(Effect.MOVED, name, object, before, access);
      }
    } else if (access.has(AccessMode.WRITE)
        || (isTouched && run.has(OperationKind.METADATA, reader, object, endLsn))) {
      put(Effect.CHANGED, name, object, Bytes.EMPTY, access);
    } else if (access.has(AccessMode.READ) || access.has(AccessMode.CODE)) {
      put(Effect.READ, name, object, Bytes.EMPTY, access);
    }
  }

  /** Returns the effect on a path whose content was first written under a temporary name. */
  private Effect written(Bytes path, long object) {
    boolean isReplaced = reader.bindingsOf(path).stream().anyMatch(each -> each.object() != object);
    return isReplaced ? Effect.CHANGED : Effect.CREATED;
  }

  private static boolean isFile(ObjectKind kind) {
    return switch (kind) {
      case FILE, DIRECTORY, SYMLINK, ABSENT -> true;
      default -> false;
    };
  }

  private void absent(@Nullable Bytes name, long object) {
    if (name != null) {
      Bytes path = AbsentName.path(name);
      byPath.put(name, new TouchedFile(Effect.ABSENT, path, object, Bytes.EMPTY, 0, 0));
    }
  }

  private void remove(long object, Access access, boolean isCreated, Bytes before) {
    if (!access.has(AccessMode.NAME)) {
      return;
    }
    if (isCreated) {
      temporary++;
    } else if (!before.isEmpty()) {
      put(Effect.REMOVED, before, object, Bytes.EMPTY, access);
    }
  }

  /** Adds a file. If a path lost an object and got another one, the effect is a change. */
  private void put(Effect effect, Bytes path, long object, Bytes before, Access access) {
    TouchedFile file =
        new TouchedFile(effect, path, object, before, access.readBytes, access.writtenBytes);
    byPath.merge(path, file, TouchedFiles::join);
  }

  private static TouchedFile join(TouchedFile one, TouchedFile other) {
    TouchedFile kept = one.effect() == Effect.REMOVED ? other : one;
    TouchedFile gone = one.effect() == Effect.REMOVED ? one : other;
    boolean isReplaced = gone.effect() == Effect.REMOVED && kept.effect() == Effect.CREATED;
    return new TouchedFile(
        isReplaced ? Effect.CHANGED : kept.effect(),
        kept.path(),
        kept.object(),
        kept.before(),
        one.readBytes() + other.readBytes(),
        kept.writtenBytes());
  }

  private static @Nullable Bytes nameAt(List<NameBinding> names, long lsn) {
    return names.stream()
        .filter(each -> each.holdsAt(lsn))
        .map(NameBinding::path)
        .findFirst()
        .orElse(null);
  }

  /** Returns the object's name before the run changed its names; empty if unknown. */
  private Bytes nameBefore(List<NameBinding> names) {
    Bytes old = nameAt(names, run.beginLsn());
    return old != null
        ? old
        : names.stream()
            .min(Comparator.comparingLong(NameBinding::fromLsn))
            .map(NameBinding::path)
            .orElse(Bytes.EMPTY);
  }

  /**
   * Returns the files in order of path bytes, then the absent files. Omits an absent file at whose
   * path the run used a file later.
   */
  public List<TouchedFile> files() {
    List<TouchedFile> files = new ArrayList<>(byPath.values());
    files.removeIf(each -> each.effect() == Effect.ABSENT && byPath.containsKey(each.path()));
    return files;
  }

  /** Returns the number of files that the run created and removed. */
  public int temporaryFiles() {
    return temporary;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.stale;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.reporter.FileIdentifier;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first entry of a directory that was added or removed since the directory was listed.
 *
 * @param ignored objects whose names do not count, since the run itself has made them
 */
record ListingChanges(LineageReader reader, LongPredicate ignored) {
  /**
   * A changed entry.
   *
   * @param isAdded false if the entry was removed
   * @param lsn LSN of the change; 0 if it was not recorded
   */
  record Entry(Bytes path, long object, boolean isAdded, long lsn) {}

  /** Returns the first recorded change of entries from one LSN to another; null for none. */
  @Nullable Entry recorded(Bytes directory, long listedLsn, long asOfLsn) {
    for (Bytes path : reader.pathsEverUnder(directory)) {
      Entry entry = isEntry(path, directory) ? change(path, listedLsn, asOfLsn) : null;
      if (entry != null && !ignored.test(entry.object())) {
        return entry;
      }
    }
    return null;
  }

  private @Nullable Entry change(Bytes path, long listedLsn, long asOfLsn) {
    long before = reader.resolve(path, listedLsn);
    long after = reader.resolve(path, asOfLsn);
    long changedLsn = lastChange(path, asOfLsn);
    if ((before == 0) != (after == 0)) {
      return new Entry(path, Math.max(before, after), after != 0, changedLsn);
    }
    long removed = after == 0 && changedLsn > listedLsn ? lastObject(path, asOfLsn) : 0;
    return removed != 0 && !isMade(removed)
        ? new Entry(path, removed, false, changedLsn) // existed before, but was not known
        : null;
  }

  private long lastObject(Bytes path, long asOfLsn) {
    return reader.bindingsOf(path).stream()
        .filter(each -> each.fromLsn() <= asOfLsn)
        .reduce((first, second) -> second)
        .map(NameBinding::object)
        .orElse(0L);
  }

  private boolean isMade(long object) {
    boolean[] isMade = {false};
    reader.operations(
        0,
        object,
        (lsn, kind, process, o, bytes, nanos) ->
            isMade[0] |=
                kind.mode() == AccessMode.WRITE
                    || (kind.mode() == AccessMode.TOUCH && kind != OperationKind.CLOSE));
    return isMade[0];
  }

  private long lastChange(Bytes path, long asOfLsn) {
    return reader.bindingsOf(path).stream()
        .mapToLong(each -> each.toLsn() == Lsn.OPEN ? each.fromLsn() : each.toLsn())
        .filter(lsn -> lsn <= asOfLsn)
        .max()
        .orElse(0);
  }

  /**
   * Returns an entry on the disk that the history does not know and that was created after the
   * listing; null for none.
   *
   * @throws IOException if the directory cannot be listed
   */
  @Nullable Entry onDisk(Bytes directory, long listedNanos) throws IOException {
    FileIdentifier identifier = FileIdentifier.load();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(PathBytes.path(directory))) {
      for (Path file : files) {
        Bytes path = PathBytes.of(file);
        FileIdentity now = reader.bindingsOf(path).isEmpty() ? identifier.identify(path) : null;
        if (now != null && now.birthNanos() > listedNanos) {
          return new Entry(path, 0, true, 0);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return null;
  }

  /**
   * Returns whether something not recorded may have added or removed entries since a listing.
   *
   * @throws IOException if the directory cannot be read
   */
  boolean mayHaveChanged(Bytes directory, long listedNanos) throws IOException {
    long[] known = {listedNanos};
    for (Bytes path : reader.pathsEverUnder(directory)) {
      if (isEntry(path, directory)) {
        long lsn = lastChange(path, Lsn.LATEST);
        known[0] = lsn == 0 ? known[0] : Math.max(known[0], reader.timeAt(lsn));
      }
    }
    FileTime modified = Files.getLastModifiedTime(PathBytes.path(directory));
    return modified.to(TimeUnit.NANOSECONDS) > known[0];
  }

  private static boolean isEntry(Bytes path, Bytes directory) {
    int slash = path.lastIndexOf('/');
    boolean isOfRoot = directory.length() == 1 && slash == 0 && path.length() > 1;
    return isOfRoot || (slash == directory.length() && path.startsWith(directory));
  }
}

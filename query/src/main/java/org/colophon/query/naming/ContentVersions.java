// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/** Finds versions of objects by their digests, as of an LSN. */
public record ContentVersions(LineageReader reader, long asOfLsn) {
  /**
   * A version with a digest.
   *
   * @param lsn the first LSN at which the version is known to have the content
   * @param isNewest false if the object was changed later, or may have been
   */
  public record Version(long object, FileDigest digest, long lsn, boolean isNewest) {}

  /**
   * Returns the versions with a content, the last first.
   *
   * @param content the content, see {@link FileDigest#isContent}
   */
  public List<Version> of(Bytes content) {
    Bytes name = nameOf(content);
    return name == null ? List.of() : named(name);
  }

  /** Returns the name of a content; null if no object had it. Only the names have an index. */
  private @Nullable Bytes nameOf(Bytes content) {
    if (FileDigest.isName(content)) {
      return content;
    }
    SortedSet<Long> objects = new TreeSet<>();
    reader.pathsFrom(FileDigest.SCHEME, (name, object) -> objects.add(object));
    LineageReader scan = reader.forScan();
    return objects.stream()
        .flatMap(object -> scan.extendedRecords(0, object).stream())
        .filter(each -> each.type().equals(FileDigest.TYPE))
        .map(each -> FileDigest.of(each.data()))
        .filter(each -> each.isMeantBy(content))
        .map(FileDigest::name)
        .findFirst()
        .orElse(null);
  }

  private List<Version> named(Bytes content) {
    return reader.bindingsOf(content).stream()
        .filter(each -> each.fromLsn() <= asOfLsn)
        .map(NameBinding::object)
        .distinct()
        .flatMap(object -> versionsOf(object).stream())
        .filter(each -> each.digest().name().equals(content))
        .sorted(Comparator.comparingLong(Version::lsn).reversed())
        .toList();
  }

  /** Returns the versions of an object that have digests, in LSN order. */
  public List<Version> versionsOf(long object) {
    List<Version> versions = new ArrayList<>();
    for (ExtendedRecord each : reader.extendedRecords(0, object)) {
      if (each.lsn() <= asOfLsn && each.type().equals(FileDigest.TYPE)) {
        FileDigest digest = FileDigest.of(each.data());
        int last = versions.size() - 1;
        boolean isSame = last >= 0 && versions.get(last).digest().equals(digest);
        if (!isSame || isChanged(object, versions.get(last).lsn(), each.lsn())) {
          versions.add(new Version(object, digest, each.lsn(), false));
        }
      }
    }
    if (!versions.isEmpty()) {
      Version newest = versions.remove(versions.size() - 1);
      boolean isNewest = !isChanged(object, newest.lsn(), asOfLsn);
      versions.add(new Version(object, newest.digest(), newest.lsn(), isNewest));
    }
    return versions;
  }

  /** Returns the digest of an object's content as of an LSN; null if it is not known. */
  public @Nullable FileDigest digestAt(long object, long lsn) {
    ExtendedRecord before = null;
    ExtendedRecord after = null;
    for (ExtendedRecord each : reader.extendedRecords(0, object)) {
      if (each.lsn() <= asOfLsn && each.type().equals(FileDigest.TYPE)) {
        before = each.lsn() <= lsn ? each : before;
        after = each.lsn() > lsn && after == null ? each : after;
      }
    }
    if (before != null && !isChanged(object, before.lsn(), lsn)) {
      return FileDigest.of(before.data());
    }
    return after != null && !isChanged(object, lsn, after.lsn())
        ? FileDigest.of(after.data())
        : null;
  }

  /** Returns whether a recorded change of content follows an LSN, up to another. */
  public boolean isChanged(long object, long lsn, long untilLsn) {
    boolean[] isChanged = {false};
    reader.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            isChanged[0] |= first <= untilLsn && (last == Lsn.OPEN || last > lsn));
    reader.cuts(
        object, (process, begin, end, nanos) -> isChanged[0] |= end > lsn && begin <= untilLsn);
    reader.derivationsOfObject(
        object, (effect, cause, process, at, nanos) -> isChanged[0] |= at > lsn && at <= untilLsn);
    return isChanged[0];
  }

  /** Returns the LSN of the last recorded change of content up to an LSN; 0 if none exists. */
  public long lastChange(long object, long untilLsn) {
    long[] last = {0};
    reader.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, o, mode, first, end, count, bytes, firstNanos, lastNanos) -> {
          if (first <= untilLsn) {
            last[0] = Math.max(last[0], Math.min(end, untilLsn));
          }
        });
    reader.cuts(
        object,
        (process, begin, end, nanos) -> last[0] = Math.max(last[0], end <= untilLsn ? end : 0));
    reader.derivationsOfObject(
        object,
        (effect, cause, process, at, nanos) ->
            last[0] = Math.max(last[0], at <= untilLsn ? at : 0));
    return last[0];
  }

  /** Returns the process that wrote last before an LSN; 0 if none is known. */
  public long writerOf(Version version) {
    long[] best = {0, 0, 0};
    reader.accessesOfObject(
        version.object(),
        AccessMode.WRITE.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          long at = Math.min(last, version.lsn());
          boolean isLater = at > best[1] || (at == best[1] && first > best[2]);
          if (first <= version.lsn() && isLater) {
            best[0] = process;
            best[1] = at;
            best[2] = first;
          }
        });
    return best[0];
  }
}

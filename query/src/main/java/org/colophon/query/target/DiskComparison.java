// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.host.HostInfo;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.reporter.FileIdentifier;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.FileStates;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Compares recorded files of this host with those on its disk. One thread. */
public final class DiskComparison {
  /** Result of a comparison. */
  public enum Outcome {
    /** The file has the recorded state, or other times and the recorded content. */
    SAME,
    CHANGED,
    /** A file of this name does not exist. */
    ABSENT,
    /** The file cannot be read, or its newest version has no recorded state. */
    UNKNOWN
  }

  /**
   * A comparison.
   *
   * @param text the difference as the rest of a sentence that begins with the file's name, or the
   *     reason why it is unknown; empty if there is nothing to say
   */
  public record Result(Outcome outcome, String text) {
    private static final Result SAME = new Result(Outcome.SAME, "");
    private static final Result NO_STATE = new Result(Outcome.UNKNOWN, "");
  }

  private final LineageReader reader;
  private final ZoneId zone;
  private @Nullable FileIdentifier identifier;
  private @Nullable String host;

  /**
   * Creates a comparison.
   *
   * @param zone time zone of the times in texts
   */
  public DiskComparison(LineageReader reader, ZoneId zone) {
    this.reader = reader;
    this.zone = zone;
  }

  /** Returns whether an object is a file of this host with a known identity. */
  public boolean isHere(long object) {
    ObjectInfo info = reader.object(object);
    return info != null && FileIdentity.isOfHost(info.declaration().identity(), host());
  }

  /** Returns whether an object is a file of this host, or one whose identity is not known. */
  boolean mayBeHere(long object) {
    ObjectInfo info = reader.object(object);
    return isHere(object)
        || (info != null
            && info.declaration().kind() == ObjectKind.FILE
            && info.declaration().identity().isEmpty());
  }

  String host() {
    if (host == null) {
      host = HostInfo.ofThisMachine().hostId();
    }
    return host;
  }

  /** Returns the identity of the file at an absolute path; null if it is unknown. */
  @Nullable FileIdentity identify(Bytes path) {
    if (identifier == null) {
      identifier = FileIdentifier.load();
    }
    return identifier.identify(path);
  }

  /** Returns whether a file has this absolute path. */
  boolean exists(Bytes path) {
    try {
      return Files.exists(PathBytes.path(path), LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Compares the newest version of an object with the file at an absolute path. */
  public Result compare(Bytes path, long object) {
    ExtendedRecord last = null;
    for (ExtendedRecord each : reader.extendedRecords(0, object)) {
      last = each.type().equals(FileState.TYPE) ? each : last;
    }
    try {
      Path file = PathBytes.path(path);
      return last == null ? withoutState(file, object) : compare(file, object, last);
    } catch (NoSuchFileException e) {
      return new Result(
          Outcome.ABSENT, "is not on the disk any more; its removal was not recorded");
    } catch (IOException | InvalidPathException e) {
      String why = DisplayText.message(String.valueOf(e.getMessage()));
      return new Result(Outcome.UNKNOWN, "cannot be compared with the recorded version: " + why);
    }
  }

  /**
   * Compares only what the files are. On overlayfs, the kernel's identity of a file is not that of
   * its status, so file systems must be the same.
   */
  private Result withoutState(Path file, long object) throws IOException {
    ObjectInfo info = reader.object(object);
    FileIdentity other = otherFile(file, object);
    boolean isReplaced =
        info != null
            && other != null
            && other.isOnFileSystemOf(info.declaration().identity(), host());
    FileState found = isReplaced ? FileState.read(file) : null;
    return found == null
        ? Result.NO_STATE
        : new Result(Outcome.CHANGED, difference(found, found, true));
  }

  private Result compare(Path file, long object, ExtendedRecord last) throws IOException {
    FileState recorded = FileState.of(last.data());
    FileState found = FileState.read(file);
    if (found == null) {
      return new Result(
          Outcome.CHANGED, "on the disk is no regular file; its change was not recorded");
    }
    if (found.changedNanos() == recorded.changedNanos() && !found.isOtherContentThan(recorded)) {
      return Result.SAME;
    }
    if (FileStates.isChangedAfter(reader, object, last.lsn())) {
      return Result.NO_STATE;
    }
    boolean isReplaced = otherFile(file, object) != null;
    String digest = found.size() == recorded.size() ? recordedDigest(object) : null;
    boolean isSame =
        digest == null
            ? !isReplaced && !found.isOtherContentThan(recorded)
            : digest.equals(sha256(file));
    return isSame
        ? Result.SAME
        : new Result(Outcome.CHANGED, difference(recorded, found, isReplaced));
  }

  /**
   * Returns what a file is, if it is known to be another one, which may have the same inode number.
   * Otherwise returns null.
   */
  private @Nullable FileIdentity otherFile(Path file, long object) {
    FileIdentity now = identify(PathBytes.of(file));
    boolean isOther =
        now != null && now.isUnique() && reader.objectByIdentity(now.ofHost(host())) != object;
    return isOther ? now : null;
  }

  /** Returns the SHA-256 of the newest version of an object; null if it is not recorded. */
  private @Nullable String recordedDigest(long object) {
    List<ContentVersions.Version> versions =
        new ContentVersions(reader, Lsn.LATEST).versionsOf(object);
    ContentVersions.Version last = versions.isEmpty() ? null : versions.get(versions.size() - 1);
    return last != null && last.isNewest() ? last.digest().sha256() : null;
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return DigestUtils.sha256Hex(in);
    }
  }

  private String difference(FileState recorded, FileState found, boolean isReplaced) {
    List<String> facts = new ArrayList<>();
    if (found.size() != recorded.size()) {
      facts.add(
          "has %s instead of %s"
              .formatted(DisplayText.size(found.size()), DisplayText.size(recorded.size())));
    }
    if (isReplaced || found.inode() != recorded.inode()) {
      facts.add("is another file");
    }
    facts.add("was changed " + DisplayText.time(found.modifiedNanos(), zone));
    return "on the disk is not the recorded version: it %s, which was not recorded"
        .formatted(String.join(", ", facts));
  }
}

package org.colophon.query.target;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.host.HostInfo;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.reporter.FileIdentifier;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.FileStates;
import org.colophon.query.api.NodeType;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Compares the files of a history with those on the disk of this host. Files of other hosts, and
 * files without an identity, are not compared. One thread.
 */
public final class DiskFiles {
  private final LineageReader reader;
  private final ZoneId zone;
  private final Set<String> remarks = new LinkedHashSet<>();

  /** Objects whose names the disk does not have. */
  private final Set<Long> moved = new HashSet<>();

  private @Nullable String host;

  /**
   * Creates a comparison.
   *
   * @param zone time zone of the times in remarks
   */
  public DiskFiles(LineageReader reader, ZoneId zone) {
    this.reader = reader;
    this.zone = zone;
  }

  /** Returns the remarks so far, as terminal-safe text. */
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  private String host() {
    if (host == null) {
      host = HostInfo.ofThisMachine().hostId();
    }
    return host;
  }

  /**
   * Returns the newest name of the file at an absolute path, which the history does not know by
   * this name; null if it does not know the file. Adds a remark about the move.
   */
  @Nullable NameBinding find(Bytes path) {
    if (path.isEmpty() || path.at(0) != '/') {
      return null;
    }
    FileIdentity identity = FileIdentifier.load().identify(path);
    long object = identity == null ? 0 : reader.objectByIdentity(identity.ofHost(host()));
    List<NameBinding> names =
        object == 0
            ? List.of()
            : reader.namesOf(object).stream().filter(each -> each.path().at(0) == '/').toList();
    if (names.isEmpty()) {
      return null;
    }
    NameBinding newest = names.get(names.size() - 1);
    moved.add(object);
    remarks.add(
        "%s is the file %s, which was moved; the move was not recorded"
            .formatted(path.display(), newest.path().display()));
    compare(path, object);
    return newest;
  }

  /** Adds a remark if the target's file on the disk is not the recorded version. */
  public void compare(Target target) {
    boolean isFile =
        !target.isDirectory()
            && target.askedLsn() == Lsn.LATEST
            && target.roots().size() == 1
            && target.roots().get(0).type() == NodeType.OBJECT;
    long object = isFile ? target.roots().get(0).id() : 0;
    if (object != 0
        && !moved.contains(object)
        && reader.resolve(target.path(), Lsn.LATEST) == object
        && isHere(object)) {
      compare(target.path(), object);
    }
  }

  private boolean isHere(long object) {
    ObjectInfo info = reader.object(object);
    return info != null && FileIdentity.isOfHost(info.declaration().identity(), host());
  }

  private void compare(Bytes path, long object) {
    ExtendedRecord last = null;
    for (ExtendedRecord each : reader.extendedRecords(0, object)) {
      last = each.type().equals(FileState.TYPE) ? each : last;
    }
    if (last == null) {
      return;
    }
    try {
      FileState recorded = FileState.of(last.data());
      FileState found = FileState.read(PathBytes.path(path));
      if (found == null) {
        remarks.add(
            path.display() + " on the disk is no regular file; its change was not recorded");
      } else if (found.isOtherContentThan(recorded) && !isChangedAfter(object, last.lsn())) {
        remarks.add(difference(path, recorded, found));
      }
    } catch (NoSuchFileException e) {
      remarks.add(path.display() + " is not on the disk any more; its removal was not recorded");
    } catch (IOException | InvalidPathException e) {
      remarks.add(
          "%s cannot be compared with the recorded version: %s"
              .formatted(path.display(), DisplayText.message(String.valueOf(e.getMessage()))));
    }
  }

  private boolean isChangedAfter(long object, long lsn) {
    return FileStates.isChangedAfter(reader, object, lsn);
  }

  private String difference(Bytes path, FileState recorded, FileState found) {
    List<String> facts = new ArrayList<>();
    if (found.size() != recorded.size()) {
      facts.add(
          "has %s instead of %s"
              .formatted(DisplayText.size(found.size()), DisplayText.size(recorded.size())));
    }
    if (found.inode() != recorded.inode()) {
      facts.add("is another file");
    }
    facts.add("was changed " + DisplayText.time(found.modifiedNanos(), zone));
    return "%s on the disk is not the recorded version: it %s, which was not recorded"
        .formatted(path.display(), String.join(", ", facts));
  }
}

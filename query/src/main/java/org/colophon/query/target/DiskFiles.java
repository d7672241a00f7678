// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.jspecify.annotations.Nullable;

/**
 * Compares the files of a history with those on the disk of this host. Files of other hosts, and
 * files without an identity, are not compared. One thread.
 */
public final class DiskFiles {
  private final LineageReader reader;
  private final DiskComparison comparison;
  private final Set<String> remarks = new LinkedHashSet<>();

  /** Paths on the disk of objects whose names the disk does not have. */
  private final Map<Long, Bytes> moved = new HashMap<>();

  /**
   * Creates a comparison.
   *
   * @param zone time zone of the times in remarks
   */
  public DiskFiles(LineageReader reader, ZoneId zone) {
    this.reader = reader;
    this.comparison = new DiskComparison(reader, zone);
  }

  /** Returns the remarks so far, as terminal-safe text. */
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  /**
   * Returns the newest name of the file that is now at an absolute path; null if the history does
   * not know the file, or knows it by this name. Adds a remark about the move.
   */
  @Nullable NameBinding find(Bytes path) {
    if (path.isEmpty() || path.at(0) != '/') {
      return null;
    }
    FileIdentity identity = comparison.identify(path);
    long object =
        identity == null ? 0 : reader.objectByIdentity(identity.ofHost(comparison.host()));
    List<NameBinding> names =
        object == 0 || reader.resolve(path, Lsn.LATEST) == object
            ? List.of()
            : reader.namesOf(object).stream().filter(each -> each.path().at(0) == '/').toList();
    if (names.isEmpty()) {
      return null;
    }
    NameBinding newest = names.get(names.size() - 1);
    moved.put(object, path);
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
    if (object == 0 || moved.containsKey(object)) {
      return;
    }
    long bound = reader.resolve(target.path(), Lsn.LATEST);
    if (bound == object && comparison.isHere(object)) {
      compare(target.path(), object);
    } else if (bound == 0 && comparison.mayBeHere(object) && comparison.exists(target.path())) {
      remarks.add(
          "%s on the disk is not the recorded version: its name was removed, and nothing is recorded of the file that has the name now"
              .formatted(target.path().display()));
    }
  }

  /**
   * Returns the differences between the files that targets mean now and those on the disk, and the
   * reasons why they are unknown. A target as of an LSN has none.
   */
  public List<String> differences(List<Target> targets) {
    return targets.stream()
        .filter(each -> each.askedLsn() == Lsn.LATEST)
        .flatMap(each -> each.roots().stream())
        .map(this::difference)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /**
   * Refuses targets that have {@link #differences}.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST
   */
  public void requireSame(List<Target> targets) {
    List<String> found = differences(targets);
    if (!found.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "refused, because %s; record the file again, or accept the recorded version: --as-recorded of export and prove"
              .formatted(String.join("; ", found)));
    }
  }

  private String difference(Root root) {
    Bytes path =
        root.type() == NodeType.OBJECT && comparison.isHere(root.id())
            ? moved.getOrDefault(root.id(), currentPath(root.id()))
            : Bytes.EMPTY;
    String text = path.isEmpty() ? "" : comparison.compare(path, root.id()).text();
    return text.isEmpty() ? "" : path.display() + " " + text;
  }

  private Bytes currentPath(long object) {
    return reader.placesOf(object).stream()
        .filter(each -> each.holdsAt(Lsn.LATEST) && each.path().startsWith(Bytes.of("/")))
        .map(NameBinding::path)
        .findFirst()
        .orElse(Bytes.EMPTY);
  }

  private void compare(Bytes path, long object) {
    String text = comparison.compare(path, object).text();
    if (!text.isEmpty()) {
      remarks.add(path.display() + " " + text);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.state.Directories;

/** Values by path, which move with the names of files and directories. One thread. */
final class PathMap<V> extends TreeMap<Bytes, V> {
  private static final long serialVersionUID = 1;
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes AFTER_SLASH = Bytes.of("0");

  /**
   * Moves a name, together with all names below it.
   *
   * @return the values at and below the new name before, which an exchange keeps
   */
  Map<Bytes, V> move(Bytes from, Bytes to, boolean exchanges) {
    Map<Bytes, V> moved = takeBelow(from);
    Map<Bytes, V> replaced = takeBelow(to);
    moved.forEach((path, value) -> put(Directories.rebase(path, from, to), value));
    if (exchanges) {
      replaced.forEach((path, value) -> put(Directories.rebase(path, to, from), value));
    }
    return replaced;
  }

  private Map<Bytes, V> takeBelow(Bytes path) {
    NavigableMap<Bytes, V> below =
        subMap(path.concat(SLASH), true, path.concat(AFTER_SLASH), false);
    Map<Bytes, V> taken = new TreeMap<>(below);
    below.clear();
    V itself = remove(path);
    if (itself != null) {
      taken.put(path, itself);
    }
    return taken;
  }
}

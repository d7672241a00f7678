// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.neo4j.database.TextValue;
import org.colophon.storage.neo4j.names.NameWriter;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * The property {@code name} of objects: the path under which each was last bound. A move of a
 * directory updates the names below it, up to a limit. Names beyond the limit keep their old paths,
 * but the tree of names stays exact. One thread.
 */
final class DisplayNames {
  /** The maximum number of names that a move updates. */
  static final int MAX_MOVED = 10_000;

  private static final Logger LOG = System.getLogger(DisplayNames.class.getName());

  private record Moved(Node object, Bytes oldPath, Bytes newPath) {}

  private final Transaction transaction;
  private final NameWriter names;

  DisplayNames(Transaction transaction, NameWriter names) {
    this.transaction = transaction;
    this.names = names;
  }

  void bound(Node object, Bytes path) {
    if (!FileDigest.isName(path)) {
      TextValue.setName(object, path);
    }
  }

  /** Updates names after a path and everything below it moved. */
  void moved(Bytes from, Bytes to) {
    if (!from.equals(to)) {
      apply(collect(from, to));
    }
  }

  /** Updates names after two paths were exchanged. */
  void exchanged(Bytes one, Bytes other) {
    if (!one.isAtOrBelow(other) && !other.isAtOrBelow(one)) {
      List<Moved> there = collect(one, other);
      List<Moved> back = collect(other, one);
      apply(there);
      apply(back);
    }
  }

  private List<Moved> collect(Bytes from, Bytes to) {
    List<Moved> found = new ArrayList<>();
    names
        .in(transaction)
        .visitBound(
            to,
            (path, object) -> {
              Bytes oldPath = NamePaths.move(path, to, from);
              found.add(new Moved(object, oldPath, path));
              return found.size() <= MAX_MOVED;
            });
    if (found.size() > MAX_MOVED) {
      found.remove(MAX_MOVED);
      LOG.log(
          Level.WARNING,
          "more than {0} names lie below {1}, which was moved: the others keep their old path as"
              + " the property name; look them up by path instead",
          MAX_MOVED,
          to.display());
    }
    return found;
  }

  /** Sets the new names, except of objects that were named again after the move. */
  private static void apply(List<Moved> moves) {
    for (Moved each : moves) {
      if (TextValue.getName(each.object).equals(each.oldPath)) {
        TextValue.setName(each.object, each.newPath);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables by short names: {@code shop.orders}, or {@code shop/orders}, for {@code
 * mysql://host:port/shop/orders}, if only one server has such a table.
 */
public record TableNames(LineageReader reader) {
  private static final Bytes SCHEME = Bytes.of("mysql://");
  private static final Bytes SLASH = Bytes.of("/");
  private static final int MAX_LOOKED_AT = 200_000;
  private static final int MAX_SHOWN = 5;

  /**
   * Returns the full name of a short one; null if it is not a table's name or unknown.
   *
   * @throws ColophonException BAD_REQUEST, with the full names, if there are several
   */
  public @Nullable Bytes find(Bytes shortName) {
    Bytes end = end(shortName);
    if (end == null) {
      return null;
    }
    Set<Bytes> found = ending(end);
    if (found.size() > 1) {
      throw several(shortName, found);
    }
    return found.isEmpty() ? null : found.iterator().next();
  }

  /**
   * Returns {@code "; did you mean ...?"} with the tables of this name and database at any server,
   * for an unknown {@code mysql://} name with another server or none. Otherwise returns an empty
   * text.
   */
  public String suggest(Bytes name) {
    int table = name.lastIndexOf('/');
    if (!name.startsWith(SCHEME) || table < SCHEME.length()) {
      return "";
    }
    int database = name.slice(0, table).lastIndexOf('/');
    Set<Bytes> found = ending(name.slice(database, name.length()));
    return found.isEmpty() ? "" : "; did you mean " + display(found) + "?";
  }

  private Set<Bytes> ending(Bytes end) {
    Set<Bytes> found = new LinkedHashSet<>();
    reader.pathsFrom(
        SCHEME,
        MAX_LOOKED_AT,
        (path, object) -> {
          if (endsWith(path, end)) {
            found.add(path);
          }
        });
    return found;
  }

  /** Returns the end of a name: {@code /database/table}. */
  private static @Nullable Bytes end(Bytes name) {
    int dot = name.indexOf('.', 0);
    int slash = name.indexOf('/', 0);
    int at = slash < 0 ? dot : slash;
    boolean isPair = at > 0 && at < name.length() - 1 && name.indexOf('/', at + 1) < 0;
    return isPair
        ? SLASH.concat(name.slice(0, at)).concat(SLASH).concat(name.slice(at + 1, name.length()))
        : null;
  }

  private static boolean endsWith(Bytes path, Bytes end) {
    int from = path.length() - end.length();
    return from > SCHEME.length() && path.slice(from, path.length()).equals(end);
  }

  private static ColophonException several(Bytes name, Set<Bytes> found) {
    return ErrorCode.BAD_REQUEST.exception(
        name.display() + " is a table of several servers; give the full name: " + display(found));
  }

  private static String display(Set<Bytes> found) {
    return found.stream().limit(MAX_SHOWN).map(Bytes::display).collect(Collectors.joining(", "));
  }
}

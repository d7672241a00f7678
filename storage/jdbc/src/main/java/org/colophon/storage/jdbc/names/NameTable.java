// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.names;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.common.NameLog;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.Values;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows of name_event; their positions are record numbers. Rows beyond {@code bound} are
 * invisible. Paths are found by hash, and subtrees by their first bytes, so no path is too long for
 * an index.
 */
public final class NameTable implements NameLog<SQLException> {
  /** Maximum number of paths in one statement. */
  private static final int CHUNK = 16;

  private static final String SELECT =
      "SELECT record_no, lsn, kind, object, path_bytes, other_bytes FROM name_event ";
  private static final String OF_PATH =
      SELECT + "WHERE path_hash = ? AND path_bytes = ? AND below = ";

  private final Session session;
  private final long bound;

  public NameTable(Session session, long bound) {
    this.session = session;
    this.bound = bound;
  }

  @Override
  public @Nullable NameEvent lastBind(Bytes path, long upTo) throws SQLException {
    return first(List.of(path), "FALSE", "<=", upTo, "DESC");
  }

  @Override
  public @Nullable NameEvent firstBind(Bytes path, long after) throws SQLException {
    return first(List.of(path), "FALSE", ">", after, "ASC");
  }

  @Override
  public @Nullable NameEvent lastEventOver(Bytes path, long upTo) throws SQLException {
    return first(NamePaths.prefixesOf(path), "TRUE", "<=", upTo, "DESC");
  }

  @Override
  public @Nullable NameEvent firstEventOver(Bytes path, long after) throws SQLException {
    return first(NamePaths.prefixesOf(path), "TRUE", ">", after, "ASC");
  }

  private @Nullable NameEvent first(
      List<Bytes> paths, String below, String comparison, long record, String order)
      throws SQLException {
    boolean isLast = order.equals("DESC");
    NameEvent best = null;
    for (int from = 0; from < paths.size(); from += CHUNK) {
      List<Bytes> chunk = paths.subList(from, Math.min(paths.size(), from + CHUNK));
      // Sorts by all columns of the index; otherwise H2 does not use its order.
      String one =
          "(%s%s AND record_no %s ? AND record_no <= ?".formatted(OF_PATH, below, comparison)
              + " ORDER BY path_hash %1$s, below %1$s, record_no %1$s LIMIT 1)".formatted(order);
      List<Object> parameters = new ArrayList<>();
      for (Bytes path : chunk) {
        parameters.addAll(List.of(Values.hash(path), path.toArray(), record, bound));
      }
      String sql = one + (" UNION ALL " + one).repeat(chunk.size() - 1);
      for (NameEvent each : session.list(NameTable::event, sql, parameters.toArray())) {
        best = best == null || isBetter(each, best, isLast) ? each : best;
      }
    }
    return best;
  }

  private static boolean isBetter(NameEvent one, NameEvent other, boolean isLast) {
    if (one.position() != other.position()) {
      return one.position() > other.position() == isLast;
    }
    return isLast ? one.hasCome() : one.hasLeft();
  }

  @Override
  public List<NameEvent> concerning(Bytes path) throws SQLException {
    List<NameEvent> found = new ArrayList<>(allOf(path, "FALSE", 0, bound));
    for (Bytes prefix : NamePaths.prefixesOf(path)) {
      found.addAll(allOf(prefix, "TRUE", 0, bound));
    }
    return found;
  }

  private List<NameEvent> allOf(Bytes path, String below, long from, long upTo)
      throws SQLException {
    return session.list(
        NameTable::event,
        OF_PATH + below + " AND record_no >= ? AND record_no <= ?",
        Values.hash(path),
        path.toArray(),
        from,
        Math.min(upTo, bound));
  }

  public List<NameEvent> bindsOf(long object) throws SQLException {
    return session.list(
        NameTable::event,
        SELECT + "WHERE object = ? AND below = FALSE AND record_no <= ? ORDER BY record_no",
        object,
        bound);
  }

  @Override
  public List<NameEvent> atOrBelow(Bytes directory, long from, long upTo) throws SQLException {
    boolean endsWithSlash = directory.isEmpty() || directory.at(directory.length() - 1) == '/';
    List<NameEvent> found =
        startingWith(endsWithSlash ? directory : directory.concat(Bytes.of("/")), from, upTo);
    if (!endsWithSlash) {
      found.addAll(allOf(directory, "FALSE", from, upTo));
      found.addAll(allOf(directory, "TRUE", from, upTo));
    }
    return found;
  }

  private List<NameEvent> startingWith(Bytes prefix, long from, long upTo) throws SQLException {
    String order = " AND record_no >= ? AND record_no <= ?";
    List<NameEvent> found = range(prefix, Values.head(prefix), order, from, Math.min(upTo, bound));
    found.removeIf(each -> !each.path().startsWith(prefix));
    return found;
  }

  /** Returns rows whose paths may have a prefix, in order of their first bytes. */
  List<NameEvent> page(Bytes prefix, byte[] from, int size) throws SQLException {
    return range(prefix, from, " AND record_no <= ? ORDER BY path_head LIMIT ?", bound, size);
  }

  private List<NameEvent> range(Bytes prefix, byte[] from, String rest, Object... more)
      throws SQLException {
    byte[] next = successor(Values.head(prefix));
    List<Object> parameters = new ArrayList<>();
    parameters.add(from);
    if (next != null) {
      parameters.add(next);
    }
    parameters.addAll(List.of(more));
    String heads = next == null ? "path_head >= ?" : "path_head >= ? AND path_head < ?";
    return session.list(NameTable::event, SELECT + "WHERE " + heads + rest, parameters.toArray());
  }

  private static NameEvent event(ResultSet row) throws SQLException {
    byte[] other = row.getBytes(6);
    return new NameEvent(
        Values.value(NameEvent.Kind.class, row.getString(3)),
        Values.bytes(row, 5),
        row.getLong(1),
        row.getLong(2),
        row.getLong(4),
        other == null ? Bytes.EMPTY : Bytes.wrap(other));
  }

  /** Returns the smallest byte string above all strings with a prefix; null if none exists. */
  private static byte @Nullable [] successor(byte[] prefix) {
    for (int length = prefix.length; length > 0; length--) {
      if (prefix[length - 1] != (byte) 0xff) {
        byte[] next = Arrays.copyOf(prefix, length);
        next[length - 1]++;
        return next;
      }
    }
    return null;
  }
}

package org.colophon.storage.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Finds rows of name_event. Numbers of records stand for time; those larger than {@code bound} are
 * not there yet. Paths are found by their hash, and what lies below a folder by their first bytes,
 * so that no path is too long for an index.
 */
final class NameTable {
  /** How many paths one statement asks for. */
  private static final int CHUNK = 16;

  private static final String SELECT = "SELECT " + NameEvent.COLUMNS + " FROM name_event ";
  private static final String OF_PATH =
      SELECT + "WHERE path_hash = ? AND path_bytes = ? AND below = ";

  private final Session session;
  private final long bound;

  NameTable(Session session, long bound) {
    this.session = session;
    this.bound = bound;
  }

  long bound() {
    return bound;
  }

  /** The last bind of a path up to a record. */
  NameEvent lastBind(Bytes path, long upTo) throws SQLException {
    return first(List.of(path), "FALSE", "<=", upTo, "DESC");
  }

  /** The first bind of a path after a record. */
  NameEvent firstBind(Bytes path, long after) throws SQLException {
    return first(List.of(path), "FALSE", ">", after, "ASC");
  }

  /** The last event that concerns a path; of one rename's two, that by which it came. */
  NameEvent lastEventOver(Bytes path, long upTo) throws SQLException {
    return first(prefixesOf(path), "TRUE", "<=", upTo, "DESC");
  }

  /** The first event that concerns a path; of one rename's two, that by which it left. */
  NameEvent firstEventOver(Bytes path, long after) throws SQLException {
    return first(prefixesOf(path), "TRUE", ">", after, "ASC");
  }

  private NameEvent first(
      List<Bytes> paths, String below, String comparison, long record, String order)
      throws SQLException {
    boolean isLast = order.equals("DESC");
    NameEvent best = null;
    for (int from = 0; from < paths.size(); from += CHUNK) {
      List<Bytes> chunk = paths.subList(from, Math.min(paths.size(), from + CHUNK));
      // All columns of the index, since H2 only then sees that it is in order.
      String one =
          "(%s%s AND record_no %s ? AND record_no <= ?".formatted(OF_PATH, below, comparison)
              + " ORDER BY path_hash %1$s, below %1$s, record_no %1$s LIMIT 1)".formatted(order);
      List<Object> parameters = new ArrayList<>();
      for (Bytes path : chunk) {
        parameters.addAll(List.of(Values.hash(path), path.toArray(), record, bound));
      }
      String sql = one + (" UNION ALL " + one).repeat(chunk.size() - 1);
      for (NameEvent each : session.list(NameEvent::of, sql, parameters.toArray())) {
        best = best == null || isBetter(each, best, isLast) ? each : best;
      }
    }
    return best;
  }

  private static boolean isBetter(NameEvent one, NameEvent other, boolean isLast) {
    if (one.recordNo() != other.recordNo()) {
      return one.recordNo() > other.recordNo() == isLast;
    }
    return isLast ? one.hasCome() : one.hasLeft();
  }

  /** The path and every folder above it. */
  static List<Bytes> prefixesOf(Bytes path) {
    List<Bytes> prefixes = new ArrayList<>();
    prefixes.add(path);
    for (int i = 0; i < path.length() - 1; i++) {
      if (path.at(i) == '/') {
        prefixes.add(path.slice(0, Math.max(1, i)));
      }
    }
    return prefixes;
  }

  /** Everything that ever concerned a path: its binds, and events of it and the folders above. */
  List<NameEvent> concerning(Bytes path) throws SQLException {
    List<NameEvent> found = new ArrayList<>(allOf(path, "FALSE", 0, bound));
    for (Bytes prefix : prefixesOf(path)) {
      found.addAll(allOf(prefix, "TRUE", 0, bound));
    }
    return found;
  }

  private List<NameEvent> allOf(Bytes path, String below, long from, long upTo)
      throws SQLException {
    return session.list(
        NameEvent::of,
        OF_PATH + below + " AND record_no >= ? AND record_no <= ?",
        Values.hash(path),
        path.toArray(),
        from,
        Math.min(upTo, bound));
  }

  /** The binds of an object. */
  List<NameEvent> bindsOf(long object) throws SQLException {
    return session.list(
        NameEvent::of,
        SELECT + "WHERE object = ? AND below = FALSE AND record_no <= ? ORDER BY record_no",
        object,
        bound);
  }

  /** The rows of a folder and all below it from one record up to another. */
  List<NameEvent> atOrBelow(Bytes folder, long from, long upTo) throws SQLException {
    boolean endsWithSlash = folder.isEmpty() || folder.at(folder.length() - 1) == '/';
    List<NameEvent> found =
        beginningWith(endsWithSlash ? folder : folder.concat(Bytes.of("/")), from, upTo);
    if (!endsWithSlash) {
      found.addAll(allOf(folder, "FALSE", from, upTo));
      found.addAll(allOf(folder, "TRUE", from, upTo));
    }
    return found;
  }

  /** The rows of all paths that begin with given bytes. */
  List<NameEvent> beginningWith(Bytes prefix, long from, long upTo) throws SQLException {
    byte[] head = Values.head(prefix);
    byte[] next = successor(head);
    String range = next == null ? "path_head >= ?" : "path_head >= ? AND path_head < ?";
    List<Object> parameters = new ArrayList<>();
    parameters.add(head);
    if (next != null) {
      parameters.add(next);
    }
    parameters.add(from);
    parameters.add(Math.min(upTo, bound));
    String sql = SELECT + "WHERE " + range + " AND record_no >= ? AND record_no <= ?";
    List<NameEvent> found = session.list(NameEvent::of, sql, parameters.toArray());
    found.removeIf(each -> !each.path().startsWith(prefix));
    return found;
  }

  /** Rows of paths from a beginning on that may begin with given bytes, in order of beginnings. */
  List<NameEvent> page(Bytes prefix, byte[] from, int size) throws SQLException {
    byte[] next = successor(Values.head(prefix));
    String range = next == null ? "path_head >= ?" : "path_head >= ? AND path_head < ?";
    List<Object> parameters = new ArrayList<>();
    parameters.add(from);
    if (next != null) {
      parameters.add(next);
    }
    parameters.add(bound);
    parameters.add(size);
    String sql = SELECT + "WHERE " + range + " AND record_no <= ? ORDER BY path_head LIMIT ?";
    return session.list(NameEvent::of, sql, parameters.toArray());
  }

  /** The smallest bytes larger than all that begin so; null if there are none. */
  private static byte[] successor(byte[] prefix) {
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

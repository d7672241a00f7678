package org.colophon.storage.neo4j.names;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphIndex;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.TextValue;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;
import org.neo4j.values.storable.Values;

/**
 * The paths of NAMES relationships, found by their beginning and in order of their bytes.
 *
 * <p>Text that is short enough is in an index as it is, and visited as it comes from there. Of
 * other paths, which are few, another index has the first bytes; these are gathered and sorted, as
 * many as are asked for.
 */
final class PathIndex {
  /** How many bytes of a path that is no plain text are in the index. */
  private static final int MAX_START = 100;

  /** A path with what a record bound to it. */
  private record Told(Bytes path, boolean isText, long lsn, long order, long object) {
    boolean isAfter(Told other) {
      return lsn != other.lsn ? lsn > other.lsn : order > other.order;
    }
  }

  private final Transaction transaction;
  private final IndexReader index;
  private final Bytes prefix;
  private final NameVisitor visitor;
  private final TreeMap<Bytes, Told> others = new TreeMap<>();
  private final int limit;
  private int given;
  private Told last;

  private PathIndex(Transaction transaction, Bytes prefix, int limit, NameVisitor visitor) {
    this.transaction = transaction;
    this.index = new IndexReader(transaction);
    this.prefix = prefix;
    this.limit = limit;
    this.visitor = visitor;
  }

  /** Sets the path of a new NAMES relationship. */
  static void setPath(Relationship names, Bytes path) {
    String text = path.toString();
    boolean isShort = TextValue.isIndexable(text);
    boolean isExact = TextValue.isExact(text, path);
    names.setProperty(isShort ? PropertyKey.PATH : PropertyKey.LONG_PATH, text);
    if (!isExact) {
      names.setProperty(PropertyKey.PATH_BYTES, path.toArray());
    }
    if (!isShort || !isExact) {
      names.setProperty(PropertyKey.PATH_START, start(path));
    }
  }

  /** The first bytes of a path, a character for each. */
  private static String start(Bytes path) {
    byte[] first = path.slice(0, Math.min(MAX_START, path.length())).toArray();
    return new String(first, StandardCharsets.ISO_8859_1);
  }

  /**
   * Visits the first paths that begin so, in order, each with the object that a record told last.
   */
  static void visit(Transaction transaction, Bytes prefix, int limit, NameVisitor visitor) {
    PathIndex paths = new PathIndex(transaction, prefix, limit, visitor);
    paths.gatherOthers();
    paths.visitTexts();
    paths.pass(null);
    paths.passOthers(null);
  }

  private void gatherOthers() {
    index.relationships(
        GraphIndex.NAMES_PATH_START,
        id -> {
          Told told = told(id);
          if (told.path.startsWith(prefix)) {
            gather(told);
          }
          return true;
        },
        PropertyIndexQuery.stringPrefix(
            index.key(PropertyKey.PATH_START), Values.stringValue(start(prefix))));
  }

  private void gather(Told told) {
    others.merge(told.path, told, (one, other) -> other.isAfter(one) ? other : one);
    if (others.size() > limit) {
      others.pollLastEntry();
    }
  }

  /** A prefix may end within a character, but no text begins with what is no UTF-8. */
  private void visitTexts() {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(prefix.length());
    CoderResult result = decoder.decode(ByteBuffer.wrap(prefix.toArray()), text, false);
    if (!result.isError()) {
      index.relationships(
          GraphIndex.NAMES_PATH,
          this::visitText,
          PropertyIndexQuery.stringPrefix(
              index.key(PropertyKey.PATH), Values.stringValue(text.flip().toString())));
    }
  }

  private boolean visitText(long id) {
    Told told = told(id);
    if (told.isText && told.path.startsWith(prefix)) {
      pass(told);
    }
    return given < limit;
  }

  /** Of those with the same path, which follow each other, the latest is passed on. */
  private void pass(Told next) {
    if (last != null && next != null && next.path.equals(last.path)) {
      last = next.isAfter(last) ? next : last;
      return;
    }
    if (last != null) {
      passOthers(last.path);
      give(last);
    }
    last = next;
  }

  /** Passes on the gathered paths that come before another, or all. */
  private void passOthers(Bytes next) {
    while (!others.isEmpty() && (next == null || others.firstKey().compareTo(next) < 0)) {
      give(others.pollFirstEntry().getValue());
    }
  }

  private void give(Told told) {
    if (given < limit) {
      given++;
      visitor.name(told.path, told.object);
    }
  }

  private Told told(long id) {
    Relationship names = EntityIds.relationship(transaction, id);
    Map<String, Object> properties =
        names.getProperties(
            PropertyKey.PATH,
            PropertyKey.LONG_PATH,
            PropertyKey.PATH_BYTES,
            PropertyKey.FROM_LSN,
            PropertyKey.ORDER);
    return new Told(
        path(properties),
        !properties.containsKey(PropertyKey.PATH_BYTES),
        (long) properties.get(PropertyKey.FROM_LSN),
        (long) properties.getOrDefault(PropertyKey.ORDER, 0L),
        (long) names.getEndNode().getProperty(PropertyKey.ID));
  }

  private static Bytes path(Map<String, Object> properties) {
    byte[] bytes = (byte[]) properties.get(PropertyKey.PATH_BYTES);
    if (bytes != null) {
      return Bytes.wrap(bytes);
    }
    Object text = properties.getOrDefault(PropertyKey.PATH, properties.get(PropertyKey.LONG_PATH));
    return Bytes.of((String) text);
  }
}

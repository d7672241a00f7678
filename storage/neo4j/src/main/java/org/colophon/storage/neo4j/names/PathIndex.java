// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphSchema;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.TextValue;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;
import org.neo4j.values.storable.Values;

/**
 * Finds the paths of NAMES relationships by prefix, in order of bytes.
 *
 * <p>An index holds short text paths in order. Another index holds the first bytes of all other
 * paths, which are few. These paths are collected and sorted up to the limit.
 */
final class PathIndex {
  /** Number of indexed bytes of a path that is not short text. */
  private static final int MAX_START = 100;

  private record BoundPath(Bytes path, boolean isText, long lsn, long order, long object) {
    boolean isAfter(BoundPath other) {
      return lsn != other.lsn ? lsn > other.lsn : order > other.order;
    }
  }

  private final Transaction transaction;
  private final IndexReader index;
  private final Bytes prefix;
  private final NameVisitor visitor;
  private final TreeMap<Bytes, BoundPath> others = new TreeMap<>();
  private final int limit;
  private int deliveredCount;
  private @Nullable BoundPath last;

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

  /** Returns the first bytes of a path, with one character for each byte. */
  private static String start(Bytes path) {
    byte[] first = path.slice(0, Math.min(MAX_START, path.length())).toArray();
    return new String(first, StandardCharsets.ISO_8859_1);
  }

  /** Visits the first paths with a prefix in order, each with its last object. */
  static void visit(Transaction transaction, Bytes prefix, int limit, NameVisitor visitor) {
    PathIndex paths = new PathIndex(transaction, prefix, limit, visitor);
    paths.collectOthers();
    paths.visitTexts();
    paths.pass(null);
    paths.passOthers(null);
  }

  private void collectOthers() {
    index.relationships(
        GraphSchema.NAMES_PATH_START,
        id -> {
          BoundPath found = boundPath(id);
          if (found.path.startsWith(prefix)) {
            collect(found);
          }
          return true;
        },
        PropertyIndexQuery.stringPrefix(
            index.key(PropertyKey.PATH_START), Values.stringValue(start(prefix))));
  }

  private void collect(BoundPath found) {
    others.merge(found.path, found, (one, other) -> other.isAfter(one) ? other : one);
    if (others.size() > limit) {
      others.pollLastEntry();
    }
  }

  /**
   * Visits text paths with the prefix. An incomplete last character of the prefix is left out;
   * invalid UTF-8 begins no text.
   */
  private void visitTexts() {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(prefix.length());
    CoderResult result = decoder.decode(ByteBuffer.wrap(prefix.toArray()), text, false);
    if (!result.isError()) {
      index.relationships(
          GraphSchema.NAMES_PATH,
          this::visitText,
          PropertyIndexQuery.stringPrefix(
              index.key(PropertyKey.PATH), Values.stringValue(text.flip().toString())));
    }
  }

  private boolean visitText(long id) {
    BoundPath found = boundPath(id);
    if (found.isText && found.path.startsWith(prefix)) {
      pass(found);
    }
    return deliveredCount < limit;
  }

  /**
   * Passes a path to the visitor. Of consecutive entries with the same path, passes only the
   * latest.
   */
  private void pass(@Nullable BoundPath next) {
    if (last != null && next != null && next.path.equals(last.path)) {
      last = next.isAfter(last) ? next : last;
      return;
    }
    if (last != null) {
      passOthers(last.path);
      deliver(last);
    }
    last = next;
  }

  /** Passes collected paths to the visitor: those before {@code next}, or all if it is null. */
  private void passOthers(@Nullable Bytes next) {
    while (!others.isEmpty() && (next == null || others.firstKey().compareTo(next) < 0)) {
      deliver(others.pollFirstEntry().getValue());
    }
  }

  private void deliver(BoundPath found) {
    if (deliveredCount < limit) {
      deliveredCount++;
      visitor.name(found.path, found.object);
    }
  }

  private BoundPath boundPath(long id) {
    Relationship names = EntityIds.relationship(transaction, id);
    Map<String, Object> properties =
        names.getProperties(
            PropertyKey.PATH,
            PropertyKey.LONG_PATH,
            PropertyKey.PATH_BYTES,
            PropertyKey.FROM_LSN,
            PropertyKey.ORDER);
    return new BoundPath(
        path(properties),
        !properties.containsKey(PropertyKey.PATH_BYTES),
        (long) Objects.requireNonNull(properties.get(PropertyKey.FROM_LSN)),
        (long) properties.getOrDefault(PropertyKey.ORDER, 0L),
        (long) names.getEndNode().getProperty(PropertyKey.ID));
  }

  private static Bytes path(Map<String, Object> properties) {
    byte[] bytes = (byte[]) properties.get(PropertyKey.PATH_BYTES);
    if (bytes != null) {
      return Bytes.wrap(bytes);
    }
    Object text = properties.getOrDefault(PropertyKey.PATH, properties.get(PropertyKey.LONG_PATH));
    return Bytes.of((String) Objects.requireNonNull(text));
  }
}

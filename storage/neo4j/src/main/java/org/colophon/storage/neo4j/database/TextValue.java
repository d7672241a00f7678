package org.colophon.storage.neo4j.database;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.neo4j.graphdb.Entity;

/**
 * Bytes as properties. What is UTF-8 is stored as text alone; what is not, as the text that people
 * are shown and beside it the bytes, under the same key with {@code Bytes} after it. Text that may
 * be indexed is kept short enough for any index, see {@link #setName}.
 */
public final class TextValue {
  /** A longer text stands in a property that has no index. Neo4j's limit is above 8,000 bytes. */
  public static final int MAX_INDEXED_BYTES = 4_000;

  /** Behind the key of a text stands the key of the bytes that it shows. */
  public static final String BYTES = "Bytes";

  private static final String LONG_NAME = "longName";

  private TextValue() {}

  /** Sets a property that has no index; of empty bytes nothing is stored. */
  public static void set(Entity entity, String key, Bytes value) {
    if (value.isEmpty()) {
      remove(entity, key);
    } else {
      String text = value.toString();
      entity.setProperty(key, text);
      setBytes(entity, key, value, text);
    }
  }

  /** As {@link #set}, on an entity that has no such property yet. */
  public static void add(Entity entity, String key, Bytes value) {
    if (!value.isEmpty()) {
      String text = value.toString();
      entity.setProperty(key, text);
      if (!isExact(text, value)) {
        entity.setProperty(key + BYTES, value.toArray());
      }
    }
  }

  private static void setBytes(Entity entity, String key, Bytes value, String text) {
    if (isExact(text, value)) {
      entity.removeProperty(key + BYTES);
    } else {
      entity.setProperty(key + BYTES, value.toArray());
    }
  }

  private static void remove(Entity entity, String key) {
    entity.removeProperty(key);
    entity.removeProperty(key + BYTES);
  }

  /** Whether the text says all about the bytes. */
  public static boolean isExact(String text, Bytes value) {
    return text.length() <= value.length() && Bytes.of(text).equals(value);
  }

  /** What {@link #set} stored. */
  public static Bytes get(Entity entity, String key) {
    Object text = entity.getProperty(key, null);
    if (text == null) {
      return Bytes.EMPTY;
    }
    Object bytes = entity.getProperty(key + BYTES, null);
    return bytes == null ? Bytes.of((String) text) : Bytes.copyOf((byte[]) bytes);
  }

  /** Sets {@code name}, or {@code longName} if it is too long for the index. */
  public static void setName(Entity entity, Bytes name) {
    String text = name.toString();
    if (isIndexable(text)) {
      entity.setProperty(PropertyKey.NAME, text);
      entity.removeProperty(LONG_NAME);
    } else {
      entity.setProperty(LONG_NAME, text);
      entity.removeProperty(PropertyKey.NAME);
    }
    setBytes(entity, PropertyKey.NAME, name, text);
  }

  /** What {@link #setName} set; empty if there is no name. */
  public static Bytes getName(Entity entity) {
    Object bytes = entity.getProperty(PropertyKey.NAME + BYTES, null);
    if (bytes != null) {
      return Bytes.copyOf((byte[]) bytes);
    }
    Object text = entity.getProperty(PropertyKey.NAME, null);
    text = text == null ? entity.getProperty(LONG_NAME, null) : text;
    return text == null ? Bytes.EMPTY : Bytes.of((String) text);
  }

  /** Whether any index takes the text. */
  public static boolean isIndexable(String text) {
    return text.length() * 3L <= MAX_INDEXED_BYTES
        || text.getBytes(StandardCharsets.UTF_8).length <= MAX_INDEXED_BYTES;
  }
}

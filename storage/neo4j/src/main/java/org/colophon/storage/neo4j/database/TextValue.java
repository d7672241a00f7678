// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.neo4j.graphdb.Entity;

/**
 * Stores bytes as properties. UTF-8 is stored as text only. Other bytes are stored as printable
 * text, plus the bytes under the key with {@code Bytes} appended. Indexed text is short enough for
 * any index, see {@link #setName}.
 */
public final class TextValue {
  /** Longer texts use properties without an index. Neo4j's limit is above 8,000 bytes. */
  public static final int MAX_INDEXED_BYTES = 4_000;

  /** The suffix of the key of the bytes of a text. */
  public static final String BYTES = "Bytes";

  private static final String LONG_NAME = "longName";

  private TextValue() {}

  /** Sets a property without an index on an entity that lacks it; ignores empty bytes. */
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

  /** Returns whether the text represents the bytes exactly. */
  public static boolean isExact(String text, Bytes value) {
    return text.length() <= value.length() && Bytes.of(text).equals(value);
  }

  /** Returns the value that {@link #add} stored. */
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

  /** Returns the value that {@link #setName} stored; empty without a name. */
  public static Bytes getName(Entity entity) {
    Object bytes = entity.getProperty(PropertyKey.NAME + BYTES, null);
    if (bytes != null) {
      return Bytes.copyOf((byte[]) bytes);
    }
    Object text = entity.getProperty(PropertyKey.NAME, null);
    text = text == null ? entity.getProperty(LONG_NAME, null) : text;
    return text == null ? Bytes.EMPTY : Bytes.of((String) text);
  }

  /** Returns whether any index accepts the text. */
  public static boolean isIndexable(String text) {
    return text.length() * 3L <= MAX_INDEXED_BYTES
        || text.getBytes(StandardCharsets.UTF_8).length <= MAX_INDEXED_BYTES;
  }
}

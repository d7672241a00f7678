// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.records;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;

/**
 * The data of an extended record, in parts of 1 MiB: {@code data}, {@code data2}, {@code data3} and
 * so on. Reading one value of 64 MiB would count 256 MiB or more against {@code transaction-bytes}.
 */
final class DataParts {
  static final int PART_BYTES = 1 << 20;

  private DataParts() {}

  static void set(Node node, Bytes data) {
    byte[] all = data.toArray();
    int parts = Math.max(1, (all.length + PART_BYTES - 1) / PART_BYTES);
    for (int i = 0; i < parts; i++) {
      int start = i * PART_BYTES;
      int end = Math.min(start + PART_BYTES, all.length);
      node.setProperty(key(i), parts == 1 ? all : Arrays.copyOfRange(all, start, end));
    }
  }

  static Bytes get(Node node) {
    byte[] first = (byte[]) node.getProperty(key(0));
    byte[] next = (byte[]) node.getProperty(key(1), null);
    if (next == null) {
      return Bytes.wrap(first);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream(2 * PART_BYTES);
    all.writeBytes(first);
    for (int i = 2; next != null; i++) {
      all.writeBytes(next);
      next = (byte[]) node.getProperty(key(i), null);
    }
    return Bytes.wrap(all.toByteArray());
  }

  private static String key(int part) {
    return part == 0 ? PropertyKey.DATA : PropertyKey.DATA + (part + 1);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.colophon.core.spi.inspect.Content;

/** Description of a Parquet file, read from its footer. */
final class ParquetTable {
  private static final int TRAILER_BYTES = 8;
  private static final int MAX_FOOTER_BYTES = 16 << 20;
  private static final int MAX_DEPTH = 50;

  private final Iterator<SchemaElement> elements;
  private final Map<String, Object> facts = new TreeMap<>();

  private ParquetTable(List<SchemaElement> schema) {
    this.elements = schema.iterator();
  }

  static Map<String, Object> facts(Content content) throws IOException {
    byte[] trailer = content.read(Math.max(0, content.sizeBytes() - TRAILER_BYTES), TRAILER_BYTES);
    String magic =
        trailer.length < TRAILER_BYTES
            ? ""
            : new String(trailer, 4, 4, StandardCharsets.ISO_8859_1);
    if (magic.equals("PARE")) {
      return Map.of("encrypted", true);
    }
    if (!magic.equals("PAR1")) {
      throw new IOException("it lacks the end mark of a Parquet file");
    }
    int length = ByteBuffer.wrap(trailer).order(ByteOrder.LITTLE_ENDIAN).getInt();
    long start = content.sizeBytes() - TRAILER_BYTES - length;
    if (length < 0 || length > MAX_FOOTER_BYTES || start < 0) {
      throw new IOException("its footer has an invalid length: " + length + " bytes");
    }
    return read(content.read(start, length));
  }

  private static Map<String, Object> read(byte[] footer) throws IOException {
    FileMetaData data = Util.readFileMetaData(new ByteArrayInputStream(footer), MAX_FOOTER_BYTES);
    ParquetTable table = new ParquetTable(data.getSchema());
    table.facts.put("rows", data.getNum_rows());
    table.facts.put("row groups", (long) data.getRow_groupsSize());
    if (data.getCreated_by() != null) {
      table.facts.put("created by", data.getCreated_by());
    }
    if (table.elements.hasNext()) {
      table.children("", table.elements.next().getNum_children(), 0);
    }
    return table.facts;
  }

  /** Reads the children of a schema element. The schema is a tree in depth-first order. */
  private void children(String prefix, int count, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("its schema is nested too deeply");
    }
    for (int i = 0; i < count; i++) {
      if (!elements.hasNext()) {
        throw new IOException("its schema ends early");
      }
      SchemaElement element = elements.next();
      String name = prefix + element.getName();
      if (element.isSetType()) {
        facts.put("column " + name, type(element));
      } else {
        children(name + ".", element.getNum_children(), depth + 1);
      }
    }
  }

  private static String type(SchemaElement element) {
    StringBuilder type = new StringBuilder(element.getType().name().toLowerCase(Locale.ROOT));
    if (element.isSetLogicalType()) {
      type.append(' ').append(element.getLogicalType().getSetField().getFieldName());
    }
    if (element.isSetRepetition_type()) {
      type.append(' ').append(element.getRepetition_type().name().toLowerCase(Locale.ROOT));
    }
    return type.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.jspecify.annotations.Nullable;

/** Cache of analyses by template and database. Evicts the least recently used analyses. */
final class TemplateCache {
  private static final int ENTRY_BYTES = 400;
  private static final int TABLE_BYTES = 150;

  private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final int maxEntries;
  private final long maxBytes;
  private long bytes;

  /** Identifies an analysis. */
  record Key(Bytes template, Bytes database, String charset) {}

  private record Entry(Analysis analysis, int generation, long bytes) {}

  TemplateCache(int maxEntries, long maxBytes) {
    this.maxEntries = maxEntries;
    this.maxBytes = maxBytes;
  }

  /** Returns the analysis made for a generation of the catalog; null if none exists. */
  @Nullable Analysis get(Key key, int generation) {
    Entry entry = entries.get(key);
    return entry != null && entry.generation == generation ? entry.analysis : null;
  }

  void put(Key key, Analysis analysis, int generation) {
    Entry added = new Entry(analysis, generation, size(key, analysis));
    Entry before = entries.put(key, added);
    bytes += added.bytes - (before == null ? 0 : before.bytes);
    Iterator<Entry> oldest = entries.values().iterator();
    while (entries.size() > maxEntries || bytes > maxBytes) {
      bytes -= oldest.next().bytes;
      oldest.remove();
    }
  }

  private static long size(Key key, Analysis analysis) {
    long tables = 0;
    for (Statement statement : analysis.statements()) {
      tables += 1 + statement.tables().size() + statement.body().size();
    }
    return ENTRY_BYTES
        + key.template().length()
        + analysis.template().length()
        + TABLE_BYTES * tables;
  }
}

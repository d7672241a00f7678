package org.colophon.reporters.mysql.sql;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * Cache of analyses by template, in sets of four entries. A set replaces an entry that was not used
 * recently, and a clock hand evicts entries when memory is used up. A hit compares the template
 * itself, since hashes may collide.
 */
final class TemplateCache {
  private static final int WAYS = 4;
  private static final int ENTRY_BYTES = 400;
  private static final int TABLE_BYTES = 150;

  private final Entry[] entries;
  private final int sets;
  private final long maxBytes;
  private long bytes;
  private int hand;

  /** Analysis of one template in one database. */
  private static final class Entry {
    private final long hash;
    private final byte[] template;
    private final Bytes database;
    private final Analysis analysis;
    private final int bodyGeneration;
    private final int columnGeneration;
    private boolean isWanted;

    Entry(long hash, byte[] template, Bytes database, Analysis analysis, int bodies, int columns) {
      this.hash = hash;
      this.template = template;
      this.database = database;
      this.analysis = analysis;
      this.bodyGeneration = bodies;
      this.columnGeneration = columns;
    }

    long size() {
      long tables = 0;
      for (Statement statement : analysis.statements()) {
        tables += 1 + statement.tables().size() + statement.body().size();
      }
      return ENTRY_BYTES + template.length + analysis.template().length() + TABLE_BYTES * tables;
    }
  }

  TemplateCache(int maxTemplates, long maxBytes) {
    this.sets = Integer.highestOneBit(Math.max(1, maxTemplates / WAYS));
    this.entries = new Entry[sets * WAYS];
    this.maxBytes = maxBytes;
  }

  static long hash(TokenBuffer tokens, Bytes database) {
    return tokens.templateHash() + database.hashCode() * 0x9e3779b97f4a7c15L;
  }

  private int firstOf(long hash) {
    return ((int) (hash >>> 40) & (sets - 1)) * WAYS;
  }

  /** Valid analysis of the tokens' template or null. */
  Analysis get(long hash, TokenBuffer tokens, Bytes database, int bodies, int columns) {
    int first = firstOf(hash);
    for (int i = first; i < first + WAYS; i++) {
      Entry entry = entries[i];
      boolean isIt = entry != null && entry.hash == hash && tokens.isTemplate(entry.template);
      if (isIt && entry.database.equals(database)) {
        entry.isWanted = true;
        boolean refCounts = entry.bodyGeneration == bodies;
        boolean holdsColumns = entry.columnGeneration < 0 || entry.columnGeneration == columns;
        return refCounts && holdsColumns ? entry.analysis : null;
      }
    }
    return null;
  }

  /**
   * Adds an analysis.
   *
   * @param columns generation of the columns that it used, -1 if it used none
   */
  void put(long hash, Bytes template, Bytes database, Analysis analysis, int bodies, int columns) {
    byte[] key = template.toArray();
    Entry entry = new Entry(hash, key, database, analysis, bodies, columns);
    replace(place(hash, entry), entry);
    while (bytes > maxBytes) {
      replace(hand, null);
      hand = (hand + 1) % entries.length;
    }
  }

  private void replace(int at, Entry entry) {
    bytes -= entries[at] == null ? 0 : entries[at].size();
    bytes += entry == null ? 0 : entry.size();
    entries[at] = entry;
  }

  private int place(long hash, Entry added) {
    int first = firstOf(hash);
    int victim = -1;
    for (int i = first; i < first + WAYS; i++) {
      Entry entry = entries[i];
      if (entry == null || isSame(entry, added)) {
        return i;
      }
      if (victim < 0 && !entry.isWanted) {
        victim = i;
      }
      entry.isWanted = false;
    }
    return victim < 0 ? first + (int) (hash & WAYS - 1) : victim;
  }

  private static boolean isSame(Entry entry, Entry added) {
    return entry.hash == added.hash
        && entry.database.equals(added.database)
        && Arrays.equals(entry.template, added.template);
  }
}

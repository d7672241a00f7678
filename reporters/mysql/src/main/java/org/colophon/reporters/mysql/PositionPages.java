// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.mysql.tail.SavedState;
import org.colophon.reporters.mysql.tail.StateReader;

/**
 * A growing byte sequence, stored in pages. Each page has its own name, and each page except the
 * last is full. The caller stores the total length. One thread.
 */
final class PositionPages {
  private static final int PAGE_BYTES = 4000;

  private final String name;
  private int fullPages;
  private Bytes last = Bytes.EMPTY;

  /**
   * @param name common prefix of the names of all pages
   */
  PositionPages(String name) {
    this.name = name;
  }

  long length() {
    return (long) fullPages * PAGE_BYTES + last.length();
  }

  /** Reads all pages and joins them. */
  Bytes read(long length, ReporterContext context) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (all.size() < length) {
      last = context.position(page(fullPages));
      all.writeBytes(last.toArray());
      boolean isFull = last.length() == PAGE_BYTES;
      if (all.size() > length || (all.size() < length && !isFull)) {
        throw StateReader.corrupt();
      }
      if (isFull) {
        fullPages++;
        last = Bytes.EMPTY;
      }
    }
    return Bytes.wrap(all.toByteArray());
  }

  void append(Bytes more, Map<String, SavedState> changed) {
    if (more.isEmpty()) {
      return;
    }
    Bytes rest = last.concat(more);
    while (rest.length() >= PAGE_BYTES) {
      changed.put(page(fullPages++), SavedState.lasting(rest.slice(0, PAGE_BYTES)));
      rest = rest.slice(PAGE_BYTES, rest.length());
    }
    last = Bytes.wrap(rest.toArray());
    if (!last.isEmpty()) {
      changed.put(page(fullPages), SavedState.lasting(last));
    }
  }

  /** Replaces all bytes and adds the changed and emptied pages to the map. */
  void replace(Bytes all, Map<String, SavedState> changed) {
    int before = fullPages;
    fullPages = 0;
    last = Bytes.EMPTY;
    append(all, changed);
    for (int page = fullPages; page <= before; page++) {
      changed.putIfAbsent(page(page), SavedState.EMPTY);
    }
  }

  private String page(int number) {
    return name + " " + number;
  }
}

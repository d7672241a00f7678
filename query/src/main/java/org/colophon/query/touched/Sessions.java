// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.Starts;

/**
 * Finds connections to databases, and the units of work that they started: transactions, and
 * statements outside transactions. One thread.
 */
public final class Sessions {
  private static final int MAX_KNOWN = 4096;

  private final LineageReader reader;
  private final long limitLsn;
  private final Map<Long, String> known = new HashMap<>();

  public Sessions(LineageReader reader, long limitLsn) {
    this.reader = reader;
    this.limitLsn = limitLsn;
  }

  /** Returns whether a process is a connection. */
  public boolean isSession(long process) {
    return !record(process).isEmpty();
  }

  /** Returns the connection that started a unit of work; 0 for other processes. */
  public long sessionOf(long process) {
    long parent = Starts.parentOf(reader, process, limitLsn);
    return parent != 0 && isSession(parent) ? parent : 0;
  }

  /** Returns the record of a connection, which names server and user; empty for other processes. */
  public String record(long process) {
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    return known.computeIfAbsent(process, this::read);
  }

  private String read(long process) {
    ProcessInfo info = reader.process(process);
    if (info == null || info.declaration().pid() != 0) {
      return "";
    }
    return reader.extendedRecords(process, 0).stream()
        .filter(each -> each.type().equals(SqlMarks.CONNECTION) && each.lsn() <= limitLsn)
        .findFirst()
        .map(each -> each.data().toString())
        .orElse("");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.DatasetName;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.document.RecordedRun.Sql;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.touched.Run;
import org.colophon.query.touched.Sessions;
import org.jspecify.annotations.Nullable;

/** Reads what the log of a database tells about connections and their units of work. One thread. */
record SqlReader(LineageReader reader, Sessions sessions, long limitLsn) {
  /** Returns the facts of a connection, a transaction or a statement outside one, else null. */
  @Nullable Sql of(long process) {
    boolean isSession = sessions.isSession(process);
    long session = isSession ? process : sessions.sessionOf(process);
    if (session == 0) {
      return null;
    }
    String[] server = sessions.record(session).split(" ", 2);
    Unit unit = new Unit();
    if (!isSession) {
      List<Long> all = Run.from(reader, process).processes().stream().sorted().toList();
      all.stream().filter(each -> all.size() == 1 || each != process).forEach(unit::addStatement);
    }
    return new Sql(
        server[0],
        server.length == 1 ? "" : server[1],
        "process:" + session,
        List.copyOf(unit.statements),
        List.copyOf(unit.written.isEmpty() ? unit.read : unit.written),
        List.copyOf(unit.outcomes));
  }

  /** Facts of the statements of a unit of work. */
  private final class Unit {
    final Set<String> statements = new LinkedHashSet<>();
    final Set<String> outcomes = new LinkedHashSet<>();
    final Set<String> written = new TreeSet<>();
    final Set<String> read = new TreeSet<>();

    void addStatement(long process) {
      Bytes text = Objects.requireNonNull(reader.process(process)).declaration().executable();
      for (ExtendedRecord each : reader.extendedRecords(process, 0)) {
        if (each.lsn() <= limitLsn && each.type().equals(SqlMarks.TEXT)) {
          text = each.data();
        } else if (each.lsn() <= limitLsn && each.type().equals(SqlMarks.OUTCOME)) {
          outcomes.add(each.data().toString());
        }
      }
      if (!text.startsWith(SqlMarks.UNCOMMITTED)) {
        statements.add(text.toString());
      }
      reader.accessesOfProcess(
          process,
          AccessMode.ALL,
          (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
            if (first <= limitLsn) {
              addTable(object, first, mode == AccessMode.READ ? read : written);
            }
          });
    }

    private void addTable(long object, long lsn, Set<String> names) {
      ObjectInfo info = reader.object(object);
      boolean isTable = info != null && info.declaration().kind() == ObjectKind.TABLE;
      if (isTable && !reader.placesOf(object).isEmpty()) { // a temporary table has no name
        Bytes name = new ObjectNames(reader).nameOf(object, lsn);
        names.add(DatasetName.ofStored(name, ObjectKind.TABLE, "").name());
      }
    }
  }
}

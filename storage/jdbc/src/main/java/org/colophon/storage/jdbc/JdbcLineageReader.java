// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.common.facts.FactListReader;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.Sessions;
import org.colophon.storage.jdbc.database.Values;
import org.colophon.storage.jdbc.names.NameReader;
import org.jspecify.annotations.Nullable;

/** Reads the tables. Visitors run after everything is read, so they may call the reader. */
final class JdbcLineageReader extends FactListReader {
  private static final long MILLI = 1_000_000L;
  static final String ACCESSES =
      "SELECT process, object, mode, first_lsn, last_lsn, operations, bytes, first_nanos,"
          + " last_nanos, first_operation, first_bytes FROM access WHERE ";
  private static final String LINKS =
      "SELECT effect, cause, kind, lsn, time_nanos FROM link WHERE ";
  private static final String DERIVATIONS =
      "SELECT effect, cause, process, lsn, time_nanos FROM derivation WHERE ";
  private static final String CUTS =
      "SELECT process, begin_lsn, end_lsn, time_nanos FROM cut WHERE object = ?";
  private static final String EXTENDED =
      "SELECT lsn, process, object, type_bytes, data FROM extended_record WHERE ";

  private static final String IN_ORDER = " ORDER BY record_no";

  /** A query of names as of a record. */
  @FunctionalInterface
  private interface NameCall<T> {
    T on(NameReader names, long asOf) throws SQLException;
  }

  private final Sessions sessions;
  private final NodeReader nodes;
  private final Runnable atClose;

  JdbcLineageReader(Sessions sessions, long untilLsn, Runnable atClose) {
    super(untilLsn);
    this.sessions = sessions;
    this.nodes = new NodeReader(sessions);
    this.atClose = atClose;
  }

  @Override
  protected LineageReader view(long lsn) {
    return new JdbcLineageReader(sessions, lsn, () -> {});
  }

  private <T> List<T> list(Session.Row<T> row, String sql, Object... parameters) {
    return sessions.call("reading", session -> session.list(row, sql, parameters));
  }

  /**
   * Lists facts up to the end of this view.
   *
   * @param lsn the column with the LSN at which a fact begins
   */
  private <T> List<T> facts(
      Session.Row<T> row, String sql, String lsn, String order, List<Long> ids) {
    if (untilLsn == Lsn.LATEST) {
      return list(row, sql + order, ids.toArray());
    }
    List<Long> parameters = new ArrayList<>(ids);
    parameters.add(untilLsn);
    return list(row, sql + " AND " + lsn + " <= ?" + order, parameters.toArray());
  }

  private long number(String sql, Object... parameters) {
    return sessions.call("reading", session -> session.number(sql, parameters));
  }

  @Override
  public long visibleLsn() {
    return number("SELECT held_lsn FROM held");
  }

  @Override
  protected List<AccessInterval> accesses(long process, long object, int modes) {
    List<Long> ids = new ArrayList<>();
    String ends = ends(process, object, ids);
    String wanted = ACCESSES + ends + modesIn(modes);
    return facts(JdbcLineageReader::access, wanted, "first_lsn", "", ids);
  }

  private static AccessInterval access(ResultSet row) throws SQLException {
    AccessMode mode = Values.value(AccessMode.class, row.getString(3));
    AccessInterval access =
        new AccessInterval(
            new AccessInterval.Key(row.getLong(1), row.getLong(2), mode, row.getLong(4)),
            Values.value(OperationKind.class, row.getString(10)),
            row.getLong(11),
            row.getLong(8),
            Lsn.OPEN);
    access.close(Values.lsn(row, 5), row.getLong(6), row.getLong(7), row.getLong(9));
    return access;
  }

  /** Returns the condition for a process, an object or both, and adds its parameters. */
  private static String ends(long process, long object, List<Long> ids) {
    if (process != 0) {
      ids.add(process);
    }
    if (object != 0) {
      ids.add(object);
    }
    String first = process != 0 ? "process = ?" : "object = ?";
    return ids.size() == 2 ? "process = ? AND object = ?" : first;
  }

  private static String modesIn(int modes) {
    if ((modes & AccessMode.ALL) == AccessMode.ALL) {
      return "";
    }
    List<String> words = new ArrayList<>();
    for (AccessMode mode : AccessMode.values()) {
      if ((mode.bit() & modes) != 0) {
        words.add("'" + Values.word(mode) + "'");
      }
    }
    return words.isEmpty() ? " AND FALSE" : " AND mode IN (" + String.join(", ", words) + ")";
  }

  @Override
  protected List<Link> links(boolean isOfEffect, long process) {
    return facts(
        row ->
            new Link(
                row.getLong(1),
                row.getLong(2),
                Values.value(LinkKind.class, row.getString(3)),
                row.getLong(4),
                row.getLong(5)),
        LINKS + (isOfEffect ? "effect = ?" : "cause = ?"),
        "lsn",
        "",
        List.of(process));
  }

  @Override
  protected List<Derivation> derivations(boolean isOfEffect, long object) {
    return facts(
        row ->
            new Derivation(
                row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)),
        DERIVATIONS + (isOfEffect ? "effect = ?" : "cause = ?"),
        "lsn",
        "",
        List.of(object));
  }

  @Override
  protected List<Cut> cuts(long object) {
    return facts(
        row -> new Cut(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
        CUTS,
        "begin_lsn",
        IN_ORDER,
        List.of(object));
  }

  @Override
  public long lastProcess() {
    return number("SELECT MAX(id) FROM process");
  }

  @Override
  public long lastObject() {
    return number("SELECT MAX(id) FROM object");
  }

  @Override
  public @Nullable ProcessInfo process(long id) {
    return nodes.process(id);
  }

  @Override
  public @Nullable ObjectInfo object(long id) {
    return nodes.object(id);
  }

  @Override
  public long processByIdentity(Bytes identity) {
    return nodes.byIdentity("process", identity);
  }

  @Override
  public long objectByIdentity(Bytes identity) {
    return nodes.byIdentity("object", identity);
  }

  @Override
  public List<Long> processesWithPid(long pid) {
    return nodes.processesWithPid(pid);
  }

  @Override
  public List<Long> processesOf(Bytes executable) {
    return nodes.processesOf(executable);
  }

  /** Runs a query of names. Records that are written during the call stay invisible. */
  private <T> T names(long asOfLsn, NameCall<T> call) {
    return sessions.call(
        "reading",
        session -> {
          long bound = session.number("SELECT records FROM held");
          long asOf =
              asOfLsn == Lsn.LATEST
                  ? bound
                  : session.number(
                      "SELECT record_no FROM name_event WHERE lsn <= ?"
                          + " ORDER BY lsn DESC, record_no DESC LIMIT 1",
                      asOfLsn);
          NameReader reader = new NameReader(session, bound);
          return call.on(reader, Math.min(asOf, bound));
        });
  }

  @Override
  public long resolve(Bytes path, long asOfLsn) {
    return names(asOfLsn, (names, asOf) -> names.resolve(path, asOf));
  }

  @Override
  public List<NameBinding> bindingsOf(Bytes path) {
    return names(Lsn.LATEST, (names, asOf) -> names.bindingsOf(path));
  }

  @Override
  public List<NameBinding> namesOf(long object) {
    return names(Lsn.LATEST, (names, asOf) -> names.namesOf(object));
  }

  @Override
  protected Map<Bytes, Long> namesUnder(Bytes directory, long asOfLsn) {
    return names(asOfLsn, (names, asOf) -> names.under(directory, asOf));
  }

  @Override
  public SortedSet<Bytes> pathsEverUnder(Bytes directory) {
    Bytes top = NamePaths.withoutSlash(directory);
    return names(Lsn.LATEST, (names, asOf) -> names.pathsEverUnder(top));
  }

  @Override
  protected Map<Bytes, Long> firstPaths(Bytes prefix, int limit) {
    return names(Lsn.LATEST, (names, asOf) -> names.pathsFrom(prefix, limit));
  }

  @Override
  public long lsnAt(long timeNanos) {
    return number(
        "SELECT last_lsn FROM moment WHERE millis <= ? ORDER BY record_no DESC LIMIT 1",
        Math.floorDiv(timeNanos, MILLI));
  }

  @Override
  public long firstLsnAfter(long timeNanos) {
    return number(
        "SELECT first_lsn FROM moment WHERE millis > ? ORDER BY record_no LIMIT 1",
        Math.floorDiv(timeNanos, MILLI));
  }

  @Override
  public long timeAt(long lsn) {
    if (lsn > visibleLsn()) {
      return 0;
    }
    String last =
        "SELECT millis FROM moment WHERE first_lsn <= ?"
            + " ORDER BY first_lsn DESC, record_no DESC LIMIT 1";
    return number(last, lsn) * MILLI;
  }

  @Override
  public List<Snapshot> snapshots() {
    return list(
        row -> new Snapshot(Values.bytes(row, 1).toString(), row.getLong(2), row.getLong(3)),
        "SELECT name_bytes, lsn, time_nanos FROM snapshot ORDER BY record_no");
  }

  @Override
  public List<Gap> gaps() {
    return list(
        row ->
            new Gap(
                row.getLong(1),
                row.getLong(2),
                Values.value(GapCause.class, row.getString(3)),
                row.getLong(4)),
        "SELECT lsn, process, cause, amount FROM gap ORDER BY record_no");
  }

  @Override
  protected List<ExtendedRecord> records(long process, long object) {
    List<Long> ids = new ArrayList<>();
    String ends = ends(process, object, ids);
    return facts(
        row ->
            new ExtendedRecord(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                Values.bytes(row, 4).toString(),
                Values.bytes(row, 5)),
        EXTENDED + ends,
        "lsn",
        IN_ORDER,
        ids);
  }

  @Override
  public StoreStatistics statistics() {
    return sessions.call(
        "reading",
        session ->
            new StoreStatistics(
                session.number("SELECT COUNT(*) FROM process"),
                session.number("SELECT COUNT(*) FROM object"),
                session.number("SELECT operations FROM held"),
                sessions.engine().diskBytes(session)));
  }

  @Override
  public void close() {
    atClose.run();
  }
}

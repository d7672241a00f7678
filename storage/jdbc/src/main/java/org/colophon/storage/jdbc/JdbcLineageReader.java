package org.colophon.storage.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.Sessions;
import org.colophon.storage.jdbc.database.Values;
import org.colophon.storage.jdbc.names.NameReader;

/** Reads the tables. Visitors run after everything is read, so they may call the reader. */
final class JdbcLineageReader implements LineageReader {
  private static final long MILLI = 1_000_000L;
  private static final String LINKS =
      "SELECT effect, cause, kind, lsn, time_nanos FROM link WHERE ";
  private static final String DERIVATIONS =
      "SELECT effect, cause, process, lsn, time_nanos FROM derivation WHERE ";
  private static final String CUTS =
      "SELECT process, begin_lsn, end_lsn, time_nanos FROM cut WHERE object = ? ORDER BY record_no";
  private static final String EXTENDED =
      "SELECT lsn, process, object, type_bytes, data FROM extended_record WHERE ";

  /** A question about names as of a record. */
  @FunctionalInterface
  private interface NameCall<T> {
    T on(NameReader names, long asOf) throws SQLException;
  }

  private record Link(long effect, long cause, LinkKind kind, long lsn, long timeNanos) {}

  private final Sessions sessions;
  private final AccessReader accesses;
  private final NodeReader nodes;
  private final Runnable atClose;

  JdbcLineageReader(Sessions sessions, Runnable atClose) {
    this.sessions = sessions;
    this.accesses = new AccessReader(sessions);
    this.nodes = new NodeReader(sessions);
    this.atClose = atClose;
  }

  private <T> List<T> list(Session.Row<T> row, String sql, Object... parameters) {
    return sessions.call("reading", session -> session.list(row, sql, parameters));
  }

  private long number(String sql, Object... parameters) {
    return sessions.call("reading", session -> session.number(sql, parameters));
  }

  @Override
  public long visibleLsn() {
    return number("SELECT held_lsn FROM held");
  }

  @Override
  public void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    accesses.visit("object", object, modes, visitor);
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    accesses.visit("process", process, modes, visitor);
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    visitLinks("effect = ?", process, visitor);
  }

  @Override
  public void effectsOfProcess(long process, LinkVisitor visitor) {
    visitLinks("cause = ?", process, visitor);
  }

  private void visitLinks(String condition, long process, LinkVisitor visitor) {
    List<Link> links =
        list(
            row ->
                new Link(
                    row.getLong(1),
                    row.getLong(2),
                    Values.value(LinkKind.class, row.getString(3)),
                    row.getLong(4),
                    row.getLong(5)),
            LINKS + condition,
            process);
    links.forEach(l -> visitor.link(l.effect, l.cause, l.kind, l.lsn, l.timeNanos));
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    visitDerivations("effect = ?", object, visitor);
  }

  @Override
  public void derivationsFromObject(long object, DerivationVisitor visitor) {
    visitDerivations("cause = ?", object, visitor);
  }

  private void visitDerivations(String condition, long object, DerivationVisitor visitor) {
    for (long[] d : list(row -> numbers(row, 5), DERIVATIONS + condition, object)) {
      visitor.derivation(d[0], d[1], d[2], d[3], d[4]);
    }
  }

  private static long[] numbers(ResultSet row, int columns) throws SQLException {
    long[] numbers = new long[columns];
    for (int i = 0; i < columns; i++) {
      numbers[i] = row.getLong(i + 1);
    }
    return numbers;
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    for (long[] cut : list(row -> numbers(row, 4), CUTS, object)) {
      visitor.cut(cut[0], cut[1], cut[2], cut[3]);
    }
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    accesses.visitOperations(process, object, visitor);
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
  public ProcessInfo process(long id) {
    return nodes.process(id);
  }

  @Override
  public ObjectInfo object(long id) {
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

  /** Records that are written during the call stay invisible. */
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
  public void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    Bytes top = NamePaths.withoutSlash(directory);
    SortedMap<Bytes, Long> found = names(asOfLsn, (names, asOf) -> names.under(top, asOf));
    found.forEach(visitor::name);
  }

  @Override
  public void pathsFrom(Bytes prefix, NameVisitor visitor) {
    pathsFrom(prefix, Integer.MAX_VALUE, visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    names(Lsn.LATEST, (names, asOf) -> names.pathsFrom(prefix, limit)).forEach(visitor::name);
  }

  @Override
  public long lsnAt(long timeNanos) {
    return number(
        "SELECT last_lsn FROM moment WHERE millis <= ? ORDER BY record_no DESC LIMIT 1",
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
  public List<ExtendedRecord> extendedRecords(long process, long object) {
    List<String> conditions = new ArrayList<>();
    List<Object> parameters = new ArrayList<>();
    if (process != 0) {
      conditions.add("process = ?");
      parameters.add(process);
    }
    if (object != 0) {
      conditions.add("object = ?");
      parameters.add(object);
    }
    if (conditions.isEmpty()) {
      return List.of();
    }
    return list(
        row ->
            new ExtendedRecord(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                Values.bytes(row, 4).toString(),
                Values.bytes(row, 5)),
        EXTENDED + String.join(" AND ", conditions) + " ORDER BY record_no",
        parameters.toArray());
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

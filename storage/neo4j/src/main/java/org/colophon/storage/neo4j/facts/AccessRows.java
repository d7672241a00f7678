package org.colophon.storage.neo4j.facts;

import java.util.Map;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.colophon.storage.common.PlainKinds;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Relationship;

/** Access intervals of a process or object as rows of numbers, see {@link FactCache}. */
public final class AccessRows {
  private static final int WIDTH = 9;
  private static final int OTHER = 0;
  private static final int KIND = 1;
  private static final int FIRST = 2;
  private static final int LAST = 3;
  private static final int COUNT = 4;
  private static final int BYTES = 5;
  private static final int FIRST_BYTES = 6;
  private static final int FIRST_NANOS = 7;
  private static final int LAST_NANOS = 8;

  private AccessRows() {}

  /** Adds the row of a relationship. */
  public static void add(LongRows rows, Relationship relation, long other, int type) {
    Map<String, Object> stored = relation.getAllProperties();
    Object last = stored.get(PropertyKey.LAST_LSN);
    Object bytes = stored.get(PropertyKey.BYTES);
    Object lastTime = stored.get(PropertyKey.LAST_TIME);
    long firstNanos = GraphTime.nanos(stored.get(PropertyKey.FIRST_TIME));
    rows.add(other);
    rows.add(kind(stored, type).code());
    rows.add((long) stored.get(PropertyKey.FIRST_LSN));
    rows.add(last == null ? Lsn.OPEN : (long) last);
    rows.add((long) stored.get(PropertyKey.COUNT));
    rows.add((long) bytes);
    rows.add((long) stored.getOrDefault(PropertyKey.FIRST_BYTES, bytes));
    rows.add(firstNanos);
    rows.add(last == null && lastTime == null ? firstNanos : GraphTime.nanos(lastTime));
  }

  private static OperationKind kind(Map<String, Object> stored, int type) {
    Object operation = stored.get(PropertyKey.OPERATION);
    if (operation != null) {
      return OperationKind.valueOf((String) operation);
    }
    boolean isCode = "code".equals(stored.get(PropertyKey.ROLE));
    int modes = FactClass.modes(type);
    int mode = isCode ? AccessMode.CODE.code() : Integer.numberOfTrailingZeros(modes);
    return PlainKinds.of(AccessMode.of(mode));
  }

  /**
   * Visits the rows of some modes.
   *
   * @param isOfProcess whether {@code id} is a process rather than an object
   */
  public static void visit(
      long[] rows, long id, boolean isOfProcess, int modes, AccessVisitor visitor) {
    for (int row = 0; row < rows.length; row += WIDTH) {
      final AccessMode mode = OperationKind.of((int) rows[row + KIND]).mode();
      if ((mode.bit() & modes) != 0) {
        visitor.access(
            isOfProcess ? id : rows[row + OTHER],
            isOfProcess ? rows[row + OTHER] : id,
            mode,
            rows[row + FIRST],
            rows[row + LAST],
            rows[row + COUNT],
            rows[row + BYTES],
            rows[row + FIRST_NANOS],
            rows[row + LAST_NANOS]);
      }
    }
  }

  /**
   * Visits the stored operations of each interval: the first, and the last if it is another one.
   * The last stands for all that followed the first.
   *
   * @param wanted the other end, 0 for any
   */
  public static void operations(
      long[] rows, long id, boolean isOfProcess, long wanted, OperationVisitor visitor) {
    for (int row = 0; row < rows.length; row += WIDTH) {
      final long other = rows[row + OTHER];
      if (wanted != 0 && other != wanted) {
        continue;
      }
      final OperationKind kind = OperationKind.of((int) rows[row + KIND]);
      final long process = isOfProcess ? id : other;
      final long object = isOfProcess ? other : id;
      visitor.operation(
          rows[row + FIRST],
          kind,
          process,
          object,
          rows[row + FIRST_BYTES],
          rows[row + FIRST_NANOS]);
      if (rows[row + COUNT] >= 2 && rows[row + LAST] != Lsn.OPEN) {
        visitor.operation(
            rows[row + LAST],
            PlainKinds.of(kind.mode()),
            process,
            object,
            rows[row + BYTES] - rows[row + FIRST_BYTES],
            rows[row + LAST_NANOS]);
      }
    }
  }
}

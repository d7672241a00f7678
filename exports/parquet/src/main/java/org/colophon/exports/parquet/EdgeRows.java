// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.AttributeChanges;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.query.api.EdgeKind;

/** The edges of a history: accesses, links of processes, and derivations. */
final class EdgeRows extends FactRows implements AccessVisitor, LinkVisitor, DerivationVisitor {
  /**
   * Ids are assigned before they are declared, so facts may refer to this many ids after the last
   * declared one.
   */
  private static final int UNDECLARED_IDS = 1 << 10;

  private static final List<String> COLUMNS =
      List.of("code", "effect", "cause", "first", "last", "first_us", "last_us", "n", "bytes");

  /** Column with the first LSN. */
  private static final int FIRST = 3;

  /** Code of an access that opened or closed an object, and changed nothing. */
  private static final int TOUCH = 100;

  private static final int AGENT = 101;

  private final History history;
  private final AttributeChanges changes;
  private final long lastProcess;
  private final long lastObject;
  private long process;
  private long object;

  EdgeRows(History history) {
    super(COLUMNS, List.of());
    this.history = history;
    this.changes = new AttributeChanges(history.reader());
    this.lastProcess = history.scan().lastProcess() + UNDECLARED_IDS;
    this.lastObject = history.scan().lastObject() + UNDECLARED_IDS;
  }

  /** Returns the meaning of each code as rows of SQL: code, kind, class, effect and cause. */
  static String kinds() {
    List<String> rows = new ArrayList<>();
    for (EdgeKind kind : EdgeKind.values()) {
      boolean isEffect = kind == EdgeKind.WRITE || isOfName(kind) || kind == EdgeKind.DERIVATION;
      boolean isCause = isUse(kind) || kind == EdgeKind.DERIVATION;
      String flow = kind == EdgeKind.CODE ? "code" : isOfName(kind) ? "name" : lower(kind.flow());
      rows.add(kind(kind.code(), lower(kind), flow, isEffect, isCause));
    }
    rows.add(kind(TOUCH, "touch", "none", true, false));
    rows.add(kind(AGENT, "agent", "none", false, true));
    return String.join(", ", rows);
  }

  private static String kind(
      int code, String name, String flow, boolean isObjectEffect, boolean isObjectCause) {
    return "(%d, '%s', '%s', '%s', '%s')"
        .formatted(code, name, flow, prefix(isObjectEffect), prefix(isObjectCause));
  }

  private static String prefix(boolean isObject) {
    return isObject ? NodeRows.OBJECT : NodeRows.PROCESS;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isUse(EdgeKind kind) {
    return kind == EdgeKind.READ || kind == EdgeKind.CODE;
  }

  private static boolean isOfName(EdgeKind kind) {
    return kind == EdgeKind.NAME || kind == EdgeKind.ATTRIBUTES;
  }

  @Override
  boolean readNext() {
    if (process < lastProcess) {
      process++;
      int begin = buffer().size();
      history.scan().accessesOfProcess(process, AccessMode.ALL, this);
      findAttributeChanges(begin);
      history.scan().causesOfProcess(process, this);
      return true;
    }
    if (object < lastObject) {
      object++;
      history.scan().derivationsOfObject(object, this);
      return true;
    }
    return false;
  }

  /** Corrects the codes afterwards, since a reader must not be called from within its own visit. */
  private void findAttributeChanges(int begin) {
    changes.select(process, 0);
    RowBuffer rows = buffer();
    for (int cell = begin; cell < rows.size(); cell += COLUMNS.size()) {
      if (rows.get(cell) == TOUCH && changes.contains(rows.get(cell + FIRST))) {
        rows.set(cell, EdgeKind.ATTRIBUTES.code());
      }
    }
  }

  @Override
  public void access(
      long accessor,
      long accessed,
      AccessMode mode,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    if (firstLsn > history.lastLsn()) {
      return;
    }
    history.processes().set(Math.toIntExact(accessor));
    history.objects().set(Math.toIntExact(accessed));
    boolean isUse = mode == AccessMode.READ || mode == AccessMode.CODE || mode == AccessMode.AGENT;
    number(codeOf(mode));
    number(isUse ? accessor : accessed);
    number(isUse ? accessed : accessor);
    number(firstLsn);
    number(history.ended(lastLsn));
    number(History.micros(firstNanos));
    number(History.micros(lastNanos));
    number(count);
    number(bytes);
  }

  private static int codeOf(AccessMode mode) {
    return switch (mode) {
      case AGENT -> AGENT;
      case TOUCH -> TOUCH;
      default -> EdgeKind.of(mode).code();
    };
  }

  @Override
  public void link(long effect, long cause, LinkKind kind, long lsn, long timeNanos) {
    history.processes().set(Math.toIntExact(effect));
    history.processes().set(Math.toIntExact(cause));
    point(EdgeKind.of(kind), effect, cause, lsn, timeNanos);
  }

  @Override
  public void derivation(long effect, long cause, long by, long lsn, long timeNanos) {
    history.objects().set(Math.toIntExact(effect));
    history.objects().set(Math.toIntExact(cause));
    point(EdgeKind.DERIVATION, effect, cause, lsn, timeNanos);
  }

  private void point(EdgeKind kind, long effect, long cause, long lsn, long timeNanos) {
    if (lsn <= history.lastLsn()) {
      number(kind.code());
      number(effect);
      number(cause);
      number(lsn);
      number(lsn);
      number(History.micros(timeNanos));
      number(History.micros(timeNanos));
      number(1);
      number(0);
    }
  }
}

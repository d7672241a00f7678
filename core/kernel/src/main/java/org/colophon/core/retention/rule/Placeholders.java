// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;

/**
 * The two processes that represent everything removed. The <i>past</i> represents removed processes
 * as causes: it wrote their outputs, and informed the processes that they informed. The
 * <i>future</i> represents removed processes as effects: it read their inputs, and was informed by
 * the processes that informed them. Lineage of removed facts ends at one of them: the past has no
 * cause, and the future no effect.
 *
 * @param past its id, 0 until it exists
 * @param future its id, 0 until it exists
 */
public record Placeholders(long past, long future) {
  /** Placeholders of a store that was never pruned. */
  public static final Placeholders NONE = new Placeholders(0, 0);

  private static final Bytes PAST = Bytes.of("colophon\0pruned\0past");
  private static final Bytes FUTURE = Bytes.of("colophon\0pruned\0future");

  /** Returns the placeholders of a store. */
  public static Placeholders of(LineageReader reader) {
    return new Placeholders(reader.processByIdentity(PAST), reader.processByIdentity(FUTURE));
  }

  /** Returns true if a process is one of the placeholders. */
  public boolean has(long process) {
    return process != 0 && (process == past || process == future);
  }

  /** Returns the declaration of the past. */
  public static ProcessDeclaration pastBefore(long cutLsn, long cutNanos) {
    return declaration(PAST, cutLsn, cutNanos);
  }

  /** Returns the declaration of the future. */
  public static ProcessDeclaration futureBefore(long cutLsn, long cutNanos) {
    return declaration(FUTURE, cutLsn, cutNanos);
  }

  private static ProcessDeclaration declaration(Bytes identity, long cutLsn, long cutNanos) {
    Instant cut = Instant.ofEpochSecond(0, cutNanos).truncatedTo(ChronoUnit.SECONDS);
    String when = cutNanos == 0 ? "" : ", " + cut;
    String text = "(pruned before LSN " + cutLsn + when + ")";
    return new ProcessDeclaration(identity, 0, Bytes.of(text), List.of(), Bytes.EMPTY, 0);
  }

  /** Returns a placeholder as a stored process, declared before all its accesses. */
  public ProcessInfo info(long id, long cutLsn, long cutNanos) {
    Bytes identity = id == past ? PAST : FUTURE;
    return new ProcessInfo(id, declaration(identity, cutLsn, cutNanos), Lsn.FIRST, Lsn.OPEN, 0, 0);
  }
}

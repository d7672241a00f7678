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
 * The two processes that stand for everything that went. One, the <i>past</i>, wrote whatever was
 * written by those who went, and informed whom they informed; the other, the <i>future</i>, read
 * and learned what they did. So lineage that would have gone on meets one of them, and nothing
 * leads any further: the past has no cause, and the future no effect.
 *
 * @param past its id, 0 while there is none
 * @param future its id, 0 while there is none
 */
public record Placeholders(long past, long future) {
  /** A store in which nothing was ever pruned. */
  public static final Placeholders NONE = new Placeholders(0, 0);

  private static final Bytes PAST = Bytes.of("colophon\0pruned\0past");
  private static final Bytes FUTURE = Bytes.of("colophon\0pruned\0future");

  /** The markers that a store has. */
  public static Placeholders of(LineageReader reader) {
    return new Placeholders(reader.processByIdentity(PAST), reader.processByIdentity(FUTURE));
  }

  /** Whether a process stands for what went. */
  public boolean has(long process) {
    return process != 0 && (process == past || process == future);
  }

  /** How the past is declared. */
  public static ProcessDeclaration pastBefore(long cutLsn, long cutNanos) {
    return declaration(PAST, cutLsn, cutNanos);
  }

  /** How the future is declared. */
  public static ProcessDeclaration futureBefore(long cutLsn, long cutNanos) {
    return declaration(FUTURE, cutLsn, cutNanos);
  }

  private static ProcessDeclaration declaration(Bytes identity, long cutLsn, long cutNanos) {
    Instant cut = Instant.ofEpochSecond(0, cutNanos).truncatedTo(ChronoUnit.SECONDS);
    String when = cutNanos == 0 ? "" : ", " + cut;
    String text = "(pruned before LSN " + cutLsn + when + ")";
    return new ProcessDeclaration(identity, 0, Bytes.of(text), List.of(), Bytes.EMPTY, 0);
  }

  /** A marker as a store holds it: before everything that it meets. */
  public ProcessInfo info(long id, long cutLsn, long cutNanos) {
    Bytes identity = id == past ? PAST : FUTURE;
    return new ProcessInfo(id, declaration(identity, cutLsn, cutNanos), Lsn.FIRST, Lsn.OPEN, 0, 0);
  }
}

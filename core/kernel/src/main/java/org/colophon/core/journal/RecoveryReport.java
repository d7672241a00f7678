package org.colophon.core.journal;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * What opening the journal found.
 *
 * @param clean whether it was closed properly the last time, or is new
 * @param firstLsn where its first frame begins, 0 if it has none
 * @param wholeFromLsn where the last frames begin that have no hole between them; firstLsn if
 *     nothing is missing
 * @param lastLsn the largest LSN that it accounts for, 0 if it is new
 * @param acknowledgedLsn up to here frames were acknowledged, as far as is known; if it is larger
 *     than lastLsn, acknowledged frames are lost
 * @param nextProcess the smallest free process id
 * @param nextObject the smallest free object id
 * @param frames how many intact frames it holds
 * @param tornBytes bytes cut off its end: a write that a crash interrupted, never acknowledged
 * @param damagedBytes bytes passed over before intact frames: acknowledged records may be lost
 * @param untoldBytes those of them behind which no gap was recorded yet
 * @param positions where the reporters of sources were left
 * @param messages what was repaired and where, for people
 */
public record RecoveryReport(
    boolean clean,
    long firstLsn,
    long wholeFromLsn,
    long lastLsn,
    long acknowledgedLsn,
    long nextProcess,
    long nextObject,
    long frames,
    long tornBytes,
    long damagedBytes,
    long untoldBytes,
    Map<String, Bytes> positions,
    List<String> messages) {
  public RecoveryReport {
    positions = Map.copyOf(positions);
    messages = List.copyOf(messages);
  }
}

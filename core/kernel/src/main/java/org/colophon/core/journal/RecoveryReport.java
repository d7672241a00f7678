// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * Result of opening the journal.
 *
 * @param clean true if the journal was closed properly the last time, or is new.
 * @param firstLsn the start of its first frame, 0 if it has none.
 * @param wholeFromLsn the first LSN after the last hole; firstLsn without a hole.
 * @param lastLsn the largest LSN that it accounts for, 0 if it is new.
 * @param dataLsn the last LSN of the last frame with an operation, 0 if it has none.
 * @param acknowledgedLsn the LSN up to which frames are known as acknowledged; if it exceeds
 *     lastLsn, acknowledged frames are lost.
 * @param nextProcess the smallest free process id.
 * @param nextObject the smallest free object id.
 * @param frames the number of intact frames.
 * @param tornBytes bytes cut off its end: a write that a crash interrupted, never acknowledged.
 * @param damagedBytes bytes skipped before intact frames: acknowledged records may be lost.
 * @param untoldBytes the damaged bytes without a recorded gap.
 * @param positions the last positions of sources.
 * @param messages descriptions of the repairs, for users.
 */
public record RecoveryReport(
    boolean clean,
    long firstLsn,
    long wholeFromLsn,
    long lastLsn,
    long dataLsn,
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

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.fact;

import org.colophon.core.model.GapCause;

/**
 * A known loss of capture. Lineage that crosses it is incomplete.
 *
 * @param lsn the LSN at which the loss became known.
 * @param process the process concerned, 0 when it may concern any.
 * @param cause the cause of the loss.
 * @param count the number of lost events, lines or calls where known; at least 1.
 * @param detail what is lost and what to do next, as text for users; mostly empty. Never stored.
 */
public record Gap(long lsn, long process, GapCause cause, long count, String detail) {
  /** Creates a gap without a detail. */
  public Gap(long lsn, long process, GapCause cause, long count) {
    this(lsn, process, cause, count, "");
  }
}

package org.colophon.core.model.fact;

import org.colophon.core.model.GapCause;

/**
 * A known loss of capture. Lineage that crosses it is incomplete.
 *
 * @param lsn when the loss became known
 * @param process the process it concerns, 0 when it may concern any
 * @param cause why
 * @param count how many events, lines or calls, where that is known; at least 1
 */
public record Gap(long lsn, long process, GapCause cause, long count) {}

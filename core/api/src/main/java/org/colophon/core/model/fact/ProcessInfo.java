package org.colophon.core.model.fact;

import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;

/**
 * A process as a store holds it.
 *
 * @param id the global id
 * @param declaration what its reporter said of it
 * @param declaredLsn when it was first reported
 * @param endLsn when it ended, {@link Lsn#OPEN} if it has not, as far as the store knows
 * @param endNanos wall-clock end, 0 if unknown
 * @param exitStatus the exit status, 128 + n for signal n; {@link #REPLACED} when execve replaced
 *     it
 */
public record ProcessInfo(
    long id,
    ProcessDeclaration declaration,
    long declaredLsn,
    long endLsn,
    long endNanos,
    int exitStatus) {
  /** The exit status of a process that was replaced by execve. */
  public static final int REPLACED = -1;
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.fact;

import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;

/**
 * A process in a store.
 *
 * @param id the global id.
 * @param declaration the reporter's declaration.
 * @param declaredLsn the LSN at which it was first reported.
 * @param endLsn the LSN at which it ended, {@link Lsn#OPEN} if no end is stored.
 * @param endNanos wall-clock end, 0 if unknown.
 * @param exitStatus the exit status, 128 + n for signal n; {@link #REPLACED} when execve replaced
 *     it.
 */
public record ProcessInfo(
    long id,
    ProcessDeclaration declaration,
    long declaredLsn,
    long endLsn,
    long endNanos,
    int exitStatus) {
  /** Exit status of a process that was replaced by execve. */
  public static final int REPLACED = -1;
}

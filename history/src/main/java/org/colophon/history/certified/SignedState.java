// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import org.colophon.history.certified.note.SignedNote;

/**
 * A signed checkpoint.
 *
 * @param firstLsn the first LSN of the log; 0 if it is empty
 * @param lsn the last LSN that the checkpoint covers
 */
record SignedState(SignedNote note, long size, long firstLsn, long lsn) {}

package org.colophon.service.certification;

import org.colophon.certification.note.SignedNote;

/**
 * A signed checkpoint.
 *
 * @param lsn the last LSN that it covers
 */
record SignedState(SignedNote note, long size, long lsn) {}

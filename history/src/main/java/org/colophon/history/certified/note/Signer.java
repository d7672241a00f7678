// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.util.List;
import org.colophon.core.error.ColophonException;

/** Signs checkpoints of one log, in this process or in another one. One thread. */
public interface Signer {
  /** Returns the public key. */
  VerifierKey verifier();

  /**
   * Returns two signatures of a checkpoint: one without the time, and one with it.
   *
   * @param text the checkpoint's text
   * @param seconds the time in seconds since 1970
   * @throws ColophonException NOT_PERMITTED if the signer refuses; IO_FAILED if it does not answer
   */
  List<SignedNote.Signature> sign(String text, long seconds);
}

package org.colophon.certification.note;

import java.util.List;
import org.colophon.core.error.ColophonException;

/** Signs checkpoints of one log, here or in another process. One thread. */
public interface Signer {
  /** Returns the public key. */
  VerifierKey verifier();

  /**
   * Signs a checkpoint, without and with the time.
   *
   * @param text of the checkpoint
   * @param seconds since 1970
   * @throws ColophonException NOT_PERMITTED if the signer refuses; IO_FAILED if it does not answer
   */
  List<SignedNote.Signature> sign(String text, long seconds);
}

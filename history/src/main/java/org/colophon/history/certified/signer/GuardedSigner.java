// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.signer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.Signer;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.note.VerifierKey;

/**
 * Signs with a key, but refuses a smaller log than before, and another root for the same size. The
 * last checkpoint is on disk before its signature is returned. Any thread.
 */
public final class GuardedSigner implements Signer {
  private final SigningKey key;
  private final Path file;

  /**
   * Constructs a signer.
   *
   * @param directory directory of the signer's state, which the service cannot write
   */
  public GuardedSigner(SigningKey key, Path directory) {
    this.key = key;
    this.file = directory.resolve(key.verifier().hexId() + ".checkpoint");
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
    } catch (IOException e) {
      throw IoFailure.of("use", file, e);
    }
  }

  @Override
  public VerifierKey verifier() {
    return key.verifier();
  }

  @Override
  public synchronized List<SignedNote.Signature> sign(String text, long seconds) {
    Checkpoint next = Checkpoint.parse(text);
    Optional<Checkpoint> last = LogReader.readNote(file).map(note -> Checkpoint.parse(note.text()));
    boolean isOther =
        last.isPresent() && next.size() == last.get().size() && !next.equals(last.get());
    boolean isSmaller = last.isPresent() && next.size() < last.get().size();
    if (!text.equals(next.text()) || !next.origin().equals(key.name()) || isOther || isSmaller) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "the signer refuses a checkpoint of %d entries: it has signed %s for %s"
              .formatted(
                  next.size(),
                  last.map(each -> each.size() + " entries").orElse("none"),
                  key.name()));
    }
    List<SignedNote.Signature> signatures = key.sign(text, seconds);
    if (last.isEmpty() || !next.equals(last.get())) {
      try {
        PrivateFiles.write(file, new SignedNote(text, signatures).format());
      } catch (IOException e) {
        throw IoFailure.of("use", file, e);
      }
    }
    return signatures;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.history.certified.note.VerifierKey;

/** Reads public keys from the command line. */
public final class PublicKeys {
  private PublicKeys() {}

  /**
   * Returns a key.
   *
   * @param text the key itself, or the path of a file with it
   * @throws ColophonException BAD_REQUEST if the text is neither; IO_FAILED
   */
  public static VerifierKey read(String text, Path directory) {
    Path file = directory.resolve(text);
    try {
      return VerifierKey.parse(Files.isRegularFile(file) ? Files.readString(file) : text);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }
}

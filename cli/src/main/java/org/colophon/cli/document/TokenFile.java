// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.IoFailure;

/** A file whose content is sent to a server as a bearer token. */
final class TokenFile {
  private TokenFile() {}

  /** Returns the token. */
  static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }
}

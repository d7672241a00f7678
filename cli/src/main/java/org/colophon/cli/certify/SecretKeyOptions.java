// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Path;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import picocli.CommandLine.Option;

/**
 * Options for the secret key of a signing process, and for the directory of its signed checkpoints.
 */
final class SecretKeyOptions {
  @Option(
      names = "--key",
      paramLabel = "FILE",
      required = true,
      description = "The secret key that 'colophon keygen' made.")
  private Path key = Path.of("");

  @Option(
      names = "--state",
      paramLabel = "DIR",
      required = true,
      description = "The directory of the checkpoints that it signed.")
  private Path state = Path.of("");

  SigningKey readKey(Path directory) {
    return KeyFile.read(directory.resolve(key));
  }

  Path state(Path directory) {
    return directory.resolve(state);
  }
}

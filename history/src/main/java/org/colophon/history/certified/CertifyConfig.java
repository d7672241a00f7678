// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import java.nio.file.Path;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.Signer;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.signer.RemoteSigner;
import org.jspecify.annotations.Nullable;

/**
 * Settings of certification.
 *
 * @param key path of the secret key; or {@code credential:NAME} for a key that systemd passes; or
 *     {@code signer:SOCKET} for a process that has the key
 * @param directory directory of logs; if empty, the archive's directory, or the store if there is
 *     no archive
 * @param policy file with the witnesses to use; empty for none
 */
public record CertifyConfig(String key, Optional<Path> directory, Optional<Path> policy) {
  private static final String CREDENTIAL = "credential:";
  private static final String SIGNER = "signer:";

  /** Returns true if a key is {@code credential:NAME} or {@code signer:SOCKET}, and not a path. */
  public static boolean isElsewhere(String key) {
    return key.startsWith(CREDENTIAL) || key.startsWith(SIGNER);
  }

  /** Returns these settings with a directory if they have none yet. */
  public CertifyConfig orIn(Optional<Path> other) {
    return new CertifyConfig(key, directory.or(() -> other), policy);
  }

  /**
   * Returns the file of the key.
   *
   * @param credentials directory of systemd's credentials; null for none
   * @throws ColophonException NOT_FOUND without credentials
   */
  Path keyFile(@Nullable String credentials) {
    if (!key.startsWith(CREDENTIAL)) {
      return Path.of(key);
    }
    if (credentials == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "certify.key is %s, but systemd passes no credentials: add LoadCredential= to the unit"
              .formatted(key));
    }
    return Path.of(credentials, key.substring(CREDENTIAL.length()));
  }

  /**
   * Reads the key, or connects to the process that has the key.
   *
   * @throws ColophonException NOT_FOUND, NOT_PERMITTED, BAD_REQUEST, IO_FAILED
   */
  public Signer signer() {
    if (key.startsWith(SIGNER)) {
      return new RemoteSigner(Path.of(key.substring(SIGNER.length())));
    }
    return KeyFile.read(keyFile(System.getenv("CREDENTIALS_DIRECTORY")));
  }

  /**
   * Reads the policy.
   *
   * @throws ColophonException NOT_FOUND, BAD_REQUEST, IO_FAILED
   */
  public WitnessPolicy readPolicy() {
    return policy.map(WitnessPolicy::read).orElse(WitnessPolicy.EMPTY);
  }
}

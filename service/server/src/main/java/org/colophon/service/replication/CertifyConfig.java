package org.colophon.service.replication;

import java.nio.file.Path;
import java.util.Optional;
import org.colophon.certification.note.KeyFile;
import org.colophon.certification.note.SigningKey;
import org.colophon.certification.note.WitnessPolicy;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * How the history is certified.
 *
 * @param key path of the secret key, or {@code credential:NAME} for one that systemd passes
 * @param directory of logs; empty for the archive's, or without one for the store
 * @param policy file with the witnesses to ask; empty for none
 */
public record CertifyConfig(String key, Optional<Path> directory, Optional<Path> policy) {
  private static final String CREDENTIAL = "credential:";

  /** Returns true if a key is one that systemd passes. */
  public static boolean isCredential(String key) {
    return key.startsWith(CREDENTIAL);
  }

  /** Returns the same with a directory, unless it has one. */
  public CertifyConfig orIn(Optional<Path> other) {
    return new CertifyConfig(key, directory.or(() -> other), policy);
  }

  /**
   * Returns the file of the key.
   *
   * @param credentials directory of systemd's credentials; null for none
   * @throws ColophonException NOT_FOUND if there are no credentials
   */
  Path keyFile(@Nullable String credentials) {
    if (!isCredential(key)) {
      return Path.of(key);
    }
    if (credentials == null) {
      throw new ColophonException(
          ErrorCode.NOT_FOUND,
          "certify.key is %s, but systemd passes no credentials: add LoadCredential= to the unit"
              .formatted(key));
    }
    return Path.of(credentials, key.substring(CREDENTIAL.length()));
  }

  /**
   * Reads the key.
   *
   * @throws ColophonException NOT_FOUND, NOT_PERMITTED, BAD_REQUEST, IO_FAILED
   */
  public SigningKey readKey() {
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

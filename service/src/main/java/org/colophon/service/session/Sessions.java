// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * Browser sessions of one server run. They permit only reading. A code of 256 random bits is
 * exchanged once for a session key of the same length. Memory has only digests, and a restart ends
 * all sessions. Any thread.
 */
public final class Sessions {
  /** Maximum age of a code. */
  public static final Duration CODE_TIME = Duration.ofMinutes(2);

  /** Maximum age of a session. */
  public static final Duration SESSION_TIME = Duration.ofHours(12);

  private static final int SECRET_BYTES = 32;
  private static final int MAX_SECRETS = 64;

  private final LongSupplier nanoTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Long> codes = new LinkedHashMap<>();
  private final Map<String, Long> sessions = new LinkedHashMap<>();
  private final String instance = secret();

  /**
   * Creates an empty set of sessions.
   *
   * @param nanoTime a monotonic clock
   */
  public Sessions(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns an id of this server run, so that a page can detect that the server was restarted. */
  public String instance() {
    return instance;
  }

  public synchronized String newCode() {
    return add(codes, CODE_TIME);
  }

  /** Exchanges a code for a session key. Returns null if the code is unknown, used or expired. */
  public synchronized @Nullable String exchangeCode(String code) {
    Long end = codes.remove(digest(code));
    return end != null && isAhead(end) ? add(sessions, SESSION_TIME) : null;
  }

  /** Returns whether a key belongs to a session that has not expired. */
  public synchronized boolean isValid(String key) {
    Long end = sessions.get(digest(key));
    return end != null && isAhead(end);
  }

  private boolean isAhead(long end) {
    return end - nanoTime.getAsLong() > 0;
  }

  /** Adds a secret. Removes expired secrets, and the oldest ones beyond the limit. */
  private String add(Map<String, Long> secrets, Duration time) {
    secrets.values().removeIf(end -> !isAhead(end));
    if (secrets.size() == MAX_SECRETS) {
      secrets.remove(secrets.keySet().iterator().next());
    }
    String secret = secret();
    secrets.put(digest(secret), nanoTime.getAsLong() + time.toNanos());
    return secret;
  }

  private String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Returns the digest of a secret. Secrets are looked up by digest, so that the time of a
   * comparison does not disclose them.
   */
  private static String digest(String secret) {
    return DigestUtils.sha256Hex(secret);
  }
}

package org.colophon.service.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Browser sessions of one server run, which only read. A code of 256 random bits is exchanged once
 * for a session key of the same length. Kept in memory as digests, so a restart ends all sessions.
 * Any thread.
 */
public final class Sessions {
  /** Time in which a code must be used. */
  public static final Duration CODE_TIME = Duration.ofMinutes(2);

  /** Time after which a session ends. */
  public static final Duration SESSION_TIME = Duration.ofHours(12);

  private static final int SECRET_BYTES = 32;
  private static final int MAX_SECRETS = 64;

  private final LongSupplier nanoTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Long> codes = new LinkedHashMap<>();
  private final Map<String, Long> sessions = new LinkedHashMap<>();
  private final String instance = secret();

  /** Creates an empty set of sessions; {@code nanoTime} is a monotonic clock. */
  public Sessions(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Identifies this run of the server to pages that were loaded from an earlier one. */
  public String instance() {
    return instance;
  }

  /** Returns a new code. */
  public synchronized String newCode() {
    return add(codes, CODE_TIME);
  }

  /** Exchanges a code for a session key; null if the code is unknown, used or expired. */
  public synchronized String redeem(String code) {
    Long end = codes.remove(digest(code));
    return end != null && isAhead(end) ? add(sessions, SESSION_TIME) : null;
  }

  /** Returns true for the key of a session that has not expired. */
  public synchronized boolean isValid(String key) {
    Long end = sessions.get(digest(key));
    return end != null && isAhead(end);
  }

  private boolean isAhead(long end) {
    return end - nanoTime.getAsLong() > 0;
  }

  /** Adds a secret, and drops expired ones and the oldest beyond the limit. */
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
   * comparison does not reveal them.
   */
  private static String digest(String secret) {
    try {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

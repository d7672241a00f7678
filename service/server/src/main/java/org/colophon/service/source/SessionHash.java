package org.colophon.service.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hash of a client's session. */
public final class SessionHash {
  private SessionHash() {}

  /** Returns 0 only for the empty session. */
  public static long of(String session) {
    if (session.isEmpty()) {
      return 0;
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(session.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong() | 1;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.security.SecureRandom;

/** Source of random salts, drawn from the system in blocks. One thread. */
final class Salts {
  private final SecureRandom random = new SecureRandom();
  private final byte[] block = new byte[256 * FrameFormat.SALT_BYTES];
  private int used = block.length;

  void next(byte[] target, int at) {
    if (used == block.length) {
      random.nextBytes(block);
      used = 0;
    }
    System.arraycopy(block, used, target, at, FrameFormat.SALT_BYTES);
    used += FrameFormat.SALT_BYTES;
  }
}

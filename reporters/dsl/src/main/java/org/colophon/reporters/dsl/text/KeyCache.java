// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import org.colophon.core.model.Bytes;

/**
 * Returns the same object for keys that recur, so that a key is allocated and hashed once. A key
 * replaces another one in its slot, so any number of keys takes the same memory. One thread.
 */
final class KeyCache {
  private static final int SLOTS = 256;
  private static final int MAX_KEY_BYTES = 64;

  private final Bytes[] slots = new Bytes[SLOTS];

  /** Returns the key {@code text[0..length)}. */
  Bytes key(byte[] text, int length) {
    if (length > MAX_KEY_BYTES) {
      return Bytes.copyOf(text, 0, length);
    }
    int hash = length;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + text[i];
    }
    int slot = (hash ^ hash >>> 16 ^ hash >>> 8) & SLOTS - 1;
    Bytes known = slots[slot];
    if (known == null || known.length() != length || !known.isAt(0, length, text, 0)) {
      known = Bytes.copyOf(text, 0, length);
      slots[slot] = known;
    }
    return known;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * Append-only storage of short byte strings in few large arrays, so that millions of them do not
 * burden the garbage collector. One thread adds strings. After it has published the arena, any
 * number of threads may read.
 */
final class ByteArena {
  private static final int CHUNK_BITS = 20;
  private static final int CHUNK_BYTES = 1 << CHUNK_BITS;
  private static final int LENGTH_BYTES = 4;

  /** Chunks of one length; a longer string has a chunk of its own. */
  private byte[][] chunks = new byte[1][0];

  private int chunk;
  private int used;
  private long bytes;

  /** Adds {@code source[from..to)} and returns its place. */
  long add(Bytes source, int from, int to) {
    int length = to - from;
    if (chunks[chunk].length - used < LENGTH_BYTES + length) {
      newChunk(LENGTH_BYTES + length);
    }
    byte[] target = chunks[chunk];
    long place = ((long) chunk << CHUNK_BITS) | used;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      target[used++] = (byte) (length >>> (i * Byte.SIZE));
    }
    source.copyTo(from, to, target, used);
    used += length;
    bytes += bytesFor(length);
    return place;
  }

  /** Adds a string of another arena. */
  long addFrom(ByteArena other, long place) {
    Bytes moved = other.get(place);
    return add(moved, 0, moved.length());
  }

  /** Returns the number of bytes added, including the overhead of each string. */
  long bytes() {
    return bytes;
  }

  /** Returns the bytes that a string of some length takes. */
  static long bytesFor(int length) {
    return LENGTH_BYTES + (long) length;
  }

  /** Returns the length of the string at a place. */
  int length(long place) {
    return length(chunks[(int) (place >>> CHUNK_BITS)], (int) place & (CHUNK_BYTES - 1));
  }

  private void newChunk(int atLeast) {
    boolean isUnused = chunks[chunk].length == 0;
    chunk += isUnused ? 0 : 1;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunk * 2);
    }
    chunks[chunk] = new byte[Math.max(CHUNK_BYTES, atLeast)];
    used = 0;
  }

  /** Returns true if the string at a place is {@code other[from..to)}. */
  boolean isAt(long place, Bytes other, int from, int to) {
    byte[] bytes = chunks[(int) (place >>> CHUNK_BITS)];
    int at = (int) place & (CHUNK_BYTES - 1);
    return length(bytes, at) == to - from && other.isAt(from, to, bytes, at + LENGTH_BYTES);
  }

  /** Returns a copy of the string at a place. */
  Bytes get(long place) {
    byte[] bytes = chunks[(int) (place >>> CHUNK_BITS)];
    int at = (int) place & (CHUNK_BYTES - 1);
    int begin = at + LENGTH_BYTES;
    return Bytes.copyOf(bytes, begin, begin + length(bytes, at));
  }

  private static int length(byte[] bytes, int at) {
    int length = 0;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      length |= (bytes[at + i] & 0xff) << (i * Byte.SIZE);
    }
    return length;
  }
}

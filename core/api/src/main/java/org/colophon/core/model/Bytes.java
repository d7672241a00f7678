// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable string of bytes: a path, an argument, an identity. Paths on Linux are bytes, so they
 * stay bytes from the reporter to the store. Only {@link #toString} and {@link #display} turn them
 * into text. Ordered by unsigned byte value, as RocksDB orders its keys.
 */
public final class Bytes implements Comparable<Bytes> {
  /** The empty string. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] value;
  private int hash;

  private Bytes(byte[] value) {
    this.value = value;
  }

  /** Returns a copy of the given bytes. */
  public static Bytes copyOf(byte[] source) {
    return source.length == 0 ? EMPTY : new Bytes(source.clone());
  }

  /** Returns a copy of {@code source[from..to)}. */
  public static Bytes copyOf(byte[] source, int from, int to) {
    return from == to ? EMPTY : new Bytes(Arrays.copyOfRange(source, from, to));
  }

  /** Wraps the array without a copy; the caller must not change it afterwards. */
  public static Bytes wrap(byte[] owned) {
    return new Bytes(owned);
  }

  /** Returns the UTF-8 bytes of a text. */
  public static Bytes of(String text) {
    return text.isEmpty() ? EMPTY : new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public int length() {
    return value.length;
  }

  public boolean isEmpty() {
    return value.length == 0;
  }

  public byte at(int index) {
    return value[index];
  }

  public byte[] toArray() {
    return value.clone();
  }

  /** Copies all bytes into {@code target} at {@code offset}. */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(value, 0, target, offset, value.length);
  }

  /** Copies the bytes from {@code from} up to {@code to} into {@code target} at {@code offset}. */
  public void copyTo(int from, int to, byte[] target, int offset) {
    System.arraycopy(value, from, target, offset, to - from);
  }

  /** Returns true if the bytes {@code [from..to)} are also in {@code other} at {@code offset}. */
  public boolean isAt(int from, int to, byte[] other, int offset) {
    return Arrays.equals(value, from, to, other, offset, offset + to - from);
  }

  /** Returns the bytes from {@code from} to, but not including, {@code to}. */
  public Bytes slice(int from, int to) {
    return from == 0 && to == value.length ? this : copyOf(value, from, to);
  }

  /** Returns these bytes followed by the other's. */
  public Bytes concat(Bytes other) {
    byte[] joined = Arrays.copyOf(value, value.length + other.value.length);
    System.arraycopy(other.value, 0, joined, value.length, other.value.length);
    return new Bytes(joined);
  }

  public boolean startsWith(Bytes prefix) {
    return prefix.value.length <= value.length
        && Arrays.equals(value, 0, prefix.value.length, prefix.value, 0, prefix.value.length);
  }

  /** Returns the index of the last occurrence of {@code b}, or -1. */
  public int lastIndexOf(int b) {
    for (int i = value.length - 1; i >= 0; i--) {
      if (value[i] == (byte) b) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the index of the first {@code b} at or after {@code from}, or -1. */
  public int indexOf(int b, int from) {
    for (int i = from; i < value.length; i++) {
      if (value[i] == (byte) b) {
        return i;
      }
    }
    return -1;
  }

  /** Returns true if this path is {@code directory} or lies below it. */
  public boolean isAtOrBelow(Bytes directory) {
    if (!startsWith(directory)) {
      return false;
    }
    int end = directory.value.length;
    return value.length == end || end == 0 || value[end - 1] == '/' || value[end] == '/';
  }

  /** Returns the bytes as UTF-8 text, with each invalid byte as {@code \xhh}. */
  @Override
  public String toString() {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
      return text.toString();
    } catch (CharacterCodingException e) {
      return display();
    }
  }

  /**
   * Returns text that is safe to show. Control characters, bidirectional overrides and invalid
   * UTF-8 become backslash escapes, so that a hostile name cannot forge output.
   */
  public String display() {
    return BytesDisplay.escape(value);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(value, other.value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes && Arrays.equals(value, ((Bytes) other).value);
  }

  @Override
  public int hashCode() {
    int h = hash;
    if (h == 0) {
      h = Arrays.hashCode(value);
      hash = h;
    }
    return h;
  }
}

package org.colophon.service.client.report;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.colophon.core.model.Bytes;

/** JSON as bytes, one value after the other. One thread. */
final class LineBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_DIGITS = 20;

  private byte[] bytes = new byte[1 << 16];
  private int length;

  void clear() {
    length = 0;
  }

  int length() {
    return length;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  /** Text without anything to escape. */
  void plain(byte[] ascii) {
    room(ascii.length);
    System.arraycopy(ascii, 0, bytes, length, ascii.length);
    length += ascii.length;
  }

  void plain(char ascii) {
    room(1);
    bytes[length++] = (byte) ascii;
  }

  void number(long value) {
    if (value < 0) {
      plain(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
      return;
    }
    room(MAX_DIGITS);
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  /** A string, or an object with base64 if the bytes are no UTF-8. */
  void string(Bytes value) {
    if (isHarmless(value)) {
      room(value.length() + 2);
      bytes[length++] = '"';
      value.copyTo(bytes, length);
      length += value.length();
      bytes[length++] = '"';
    } else {
      careful(value.toArray());
    }
  }

  void string(String value) {
    careful(value.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isHarmless(Bytes value) {
    for (int i = 0; i < value.length(); i++) {
      byte each = value.at(i);
      if (each < ' ' || each == '"' || each == '\\' || each == 0x7f) { // and above ASCII
        return false;
      }
    }
    return true;
  }

  private void careful(byte[] value) {
    if (isUtf8(value)) {
      escaped(value);
    } else {
      plain("{\"base64\":\"".getBytes(StandardCharsets.US_ASCII));
      plain(Base64.getEncoder().encode(value));
      plain("\"}".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static boolean isUtf8(byte[] value) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private void escaped(byte[] value) {
    room(6 * value.length + 2);
    bytes[length++] = '"';
    for (byte each : value) {
      if (each >= 0 && each < ' ') {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[each >> 4];
        bytes[length++] = HEX[each & 15];
      } else {
        if (each == '"' || each == '\\') {
          bytes[length++] = '\\';
        }
        bytes[length++] = each;
      }
    }
    bytes[length++] = '"';
  }
}

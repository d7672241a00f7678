// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import org.jspecify.annotations.Nullable;

/** Writes JSON in ASCII, so that text from a hostile file cannot forge it. For one thread. */
public final class JsonText {
  private final StringBuilder out = new StringBuilder(128);
  private boolean wantsComma;

  /** Begins an object or array. */
  public JsonText open(char bracket) {
    comma();
    out.append(bracket);
    wantsComma = false;
    return this;
  }

  /** Ends an object or array. */
  public JsonText close(char bracket) {
    out.append(bracket);
    wantsComma = true;
    return this;
  }

  /** Appends the name of a field; its value comes next. */
  public JsonText name(String name) {
    comma();
    quote(name);
    out.append(':');
    wantsComma = false;
    return this;
  }

  /** Appends a field with a text, number, truth value or null; other values as text. */
  public JsonText field(String name, @Nullable Object value) {
    return name(name).value(value);
  }

  /** Appends a value to an array. */
  public JsonText value(@Nullable Object value) {
    comma();
    if (value == null || value instanceof Boolean || isFinite(value)) {
      out.append(value);
    } else {
      quote(value.toString());
    }
    wantsComma = true;
    return this;
  }

  private static boolean isFinite(@Nullable Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue());
  }

  private void comma() {
    if (wantsComma) {
      out.append(',');
    }
  }

  /** Returns the number of characters, and so bytes, so far. */
  public int length() {
    return out.length();
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  @Override
  public String toString() {
    return out.toString();
  }
}

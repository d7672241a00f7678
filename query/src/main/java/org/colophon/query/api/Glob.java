package org.colophon.query.api;

import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * A pattern over path bytes. {@code ?} stands for a byte other than a slash, {@code *} for any run
 * of such bytes, {@code **} for any run of bytes. A pattern without a slash may match any part of
 * the path between slashes; one with a slash must match from the beginning. What lies below a
 * matching directory matches too, so {@code /usr/*} hides all of {@code /usr}. Matching takes time
 * in proportion to pattern times path, whatever the pattern.
 */
public final class Glob {
  private static final byte ANY = 0;
  private static final byte ONE = 1;
  private static final byte RUN = 2;
  private static final byte DEEP = 3;

  private final String text;
  private final byte[] literal;
  private final byte[] token;
  private final boolean anywhere;

  private Glob(Bytes pattern) {
    this.text = pattern.display();
    this.anywhere = pattern.indexOf('/', 0) < 0;
    int length = pattern.length();
    byte[] bytes = new byte[length];
    byte[] tokens = new byte[length];
    int n = 0;
    for (int i = 0; i < length; i++) {
      byte b = pattern.at(i);
      if (b == '*') {
        boolean isDeep = i + 1 < length && pattern.at(i + 1) == '*';
        i += isDeep ? 1 : 0;
        tokens[n++] = isDeep ? DEEP : RUN;
      } else {
        bytes[n] = b;
        tokens[n++] = b == '?' ? ONE : ANY;
      }
    }
    this.literal = Arrays.copyOf(bytes, n);
    this.token = Arrays.copyOf(tokens, n);
  }

  /** Compiles a pattern; refuses an empty one. */
  public static Glob of(Bytes pattern) {
    if (pattern.isEmpty()) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "an empty pattern matches nothing");
    }
    return new Glob(pattern);
  }

  public static Glob of(String pattern) {
    return of(Bytes.of(pattern));
  }

  /** Returns whether the path, or a directory above it, matches. */
  public boolean matches(Bytes path) {
    boolean[] state = new boolean[token.length + 1];
    enter(state, 0);
    for (int i = 0; i < path.length(); i++) {
      byte b = path.at(i);
      if (b == '/' && i > 0 && state[token.length]) {
        return true;
      }
      step(state, b);
      if (anywhere && b == '/') {
        enter(state, 0);
      }
    }
    return state[token.length];
  }

  private void step(boolean[] state, byte b) {
    for (int i = token.length; i >= 0; i--) {
      if (!state[i]) {
        continue;
      }
      state[i] = false;
      if (i == token.length) {
        continue;
      }
      boolean isRun = (token[i] == RUN && b != '/') || token[i] == DEEP;
      if (isRun) {
        enter(state, i);
      } else if ((token[i] == ONE && b != '/') || (token[i] == ANY && literal[i] == b)) {
        enter(state, i + 1);
      }
    }
  }

  /** Marks a state, and those that it leads to because a run may be empty. */
  private void enter(boolean[] state, int index) {
    int i = index;
    state[i] = true;
    while (i < token.length && token[i] >= RUN) {
      state[++i] = true;
    }
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob && ((Glob) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}

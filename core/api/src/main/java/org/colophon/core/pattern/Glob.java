package org.colophon.core.pattern;

import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A pattern over path bytes. {@code ?} stands for a byte other than a slash, {@code *} for any run
 * of such bytes, {@code **} for any run of bytes, <code>/**&#47;</code> also for a single slash.
 *
 * <p>A pattern without a slash matches any part of the path between slashes; one with a slash must
 * match from the beginning. A leading <code>**&#47;</code> before such a part and trailing slashes
 * change nothing.
 *
 * <p>Matching takes time in proportion to pattern times path, whatever the pattern. Immutable.
 */
public final class Glob {
  private static final byte BYTE = 0;
  private static final byte ONE = 1;
  private static final byte RUN = 2;
  private static final byte DEEP = 3;

  /** Directories with their slashes, possibly none. */
  private static final byte DIRECTORIES = 4;

  private final String text;
  private final byte[] literal;
  private final byte[] token;
  private final boolean isAnywhere;
  private final boolean isDeep;

  private Glob(String text, Bytes pattern, boolean isAnywhere) {
    this.text = text;
    this.isAnywhere = isAnywhere;
    byte[] bytes = new byte[pattern.length()];
    byte[] tokens = new byte[pattern.length()];
    int n = 0;
    boolean deep = false;
    for (int i = 0; i < pattern.length(); i++) {
      byte b = pattern.at(i);
      bytes[n] = b;
      boolean isDouble = b == '*' && i + 1 < pattern.length() && pattern.at(i + 1) == '*';
      if (isDouble && isBetweenSlashes(pattern, i)) {
        tokens[n++] = DIRECTORIES;
        i += 2;
      } else if (isDouble) {
        tokens[n++] = DEEP;
        i++;
      } else {
        tokens[n++] = b == '*' ? RUN : b == '?' ? ONE : BYTE;
      }
      deep |= isDouble;
    }
    this.isDeep = deep;
    this.literal = Arrays.copyOf(bytes, n);
    this.token = Arrays.copyOf(tokens, n);
  }

  private static boolean isBetweenSlashes(Bytes pattern, int at) {
    return at > 0
        && pattern.at(at - 1) == '/'
        && at + 2 < pattern.length()
        && pattern.at(at + 2) == '/';
  }

  /**
   * Compiles a pattern.
   *
   * @throws ColophonException BAD_REQUEST for an empty one
   */
  public static Glob of(Bytes pattern) {
    if (pattern.isEmpty()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "an empty pattern matches nothing; use ** for everything");
    }
    Bytes trimmed = withoutEnd(pattern);
    Bytes name = withoutDirectories(trimmed);
    boolean isName = !name.isEmpty() && name.indexOf('/', 0) < 0;
    return new Glob(pattern.display(), isName ? name : trimmed, isName);
  }

  public static Glob of(String pattern) {
    return of(Bytes.of(pattern));
  }

  /** Compiles a pattern whose relative paths begin at the root. */
  public static Glob ofRooted(String pattern) {
    Bytes bytes = Bytes.of(pattern);
    Bytes trimmed = withoutEnd(bytes);
    boolean isPath =
        trimmed.indexOf('/', 0) > 0 && withoutDirectories(trimmed).indexOf('/', 0) >= 0;
    return of(isPath ? Bytes.of("/").concat(bytes) : bytes);
  }

  private static Bytes withoutEnd(Bytes pattern) {
    int end = pattern.length();
    while (end > 0 && pattern.at(end - 1) == '/') {
      end--;
    }
    return pattern.slice(0, end);
  }

  /** Returns the rest behind any leading {@code **} directories. */
  private static Bytes withoutDirectories(Bytes pattern) {
    int from = pattern.length() > 0 && pattern.at(0) == '/' ? 1 : 0;
    int rest = from;
    while (rest + 3 <= pattern.length()
        && pattern.at(rest) == '*'
        && pattern.at(rest + 1) == '*'
        && pattern.at(rest + 2) == '/') {
      rest += 3;
    }
    return rest == from ? pattern : pattern.slice(rest, pattern.length());
  }

  /** Returns true if the path, or a directory above it, matches. */
  public boolean matches(Bytes path) {
    boolean[] state = start();
    for (int i = 0; i < path.length(); i++) {
      if (path.at(i) == '/' && state[token.length]) {
        return true;
      }
      step(state, path.at(i));
    }
    return state[token.length];
  }

  /** Returns true if the path itself matches. */
  public boolean matchesWhole(Bytes path) {
    boolean isOfLastPart = isAnywhere && !isDeep;
    Bytes matched = isOfLastPart ? path.slice(path.lastIndexOf('/') + 1, path.length()) : path;
    return after(matched)[token.length];
  }

  /**
   * Returns true if the pattern may match differently below two directories that it does not match.
   */
  public boolean differsBelow(Bytes one, Bytes other) {
    boolean dependsOnDirectories = !isAnywhere || isDeep;
    return dependsOnDirectories && (mayMatchBelow(one) || mayMatchBelow(other));
  }

  private boolean mayMatchBelow(Bytes directory) {
    if (matches(directory)) {
      return false;
    }
    boolean[] state = after(directory);
    step(state, (byte) '/');
    for (boolean each : state) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  private boolean[] start() {
    boolean[] state = new boolean[token.length + 1];
    enter(state, 0);
    return state;
  }

  private boolean[] after(Bytes path) {
    boolean[] state = start();
    for (int i = 0; i < path.length(); i++) {
      step(state, path.at(i));
    }
    return state;
  }

  private void step(boolean[] state, byte b) {
    for (int i = token.length; i >= 0; i--) {
      if (state[i]) {
        state[i] = false;
        leave(state, i, b);
      }
    }
    if (isAnywhere && b == '/') {
      enter(state, 0);
    }
  }

  private void leave(boolean[] state, int i, byte b) {
    if (i == token.length) {
      return;
    }
    switch (token[i]) {
      case DEEP -> enter(state, i);
      case RUN -> enterIf(b != '/', state, i);
      case ONE -> enterIf(b != '/', state, i + 1);
      case DIRECTORIES -> {
        state[i] = true;
        enterIf(b == '/', state, i + 1);
      }
      default -> enterIf(literal[i] == b, state, i + 1);
    }
  }

  private void enterIf(boolean condition, boolean[] state, int index) {
    if (condition) {
      enter(state, index);
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
  public boolean equals(@Nullable Object other) {
    return other instanceof Glob && ((Glob) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}

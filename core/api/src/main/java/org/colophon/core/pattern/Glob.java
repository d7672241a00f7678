// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.pattern;

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
 * <p>Matching takes time proportional to the length of the pattern times the length of the path.
 * The state has one bit for each place in the pattern. A bit is set if the bytes so far can match
 * up to this place. Masks move all bits at once. Immutable.
 */
public final class Glob {
  private static final int BYTE_VALUES = 256;

  private final String text;
  private final boolean isAnywhere;
  private final boolean isDeep;

  /** The number of words of a state: one bit for each place, and one for the end. */
  private final int words;

  /** The place after the last element. A match is complete here. */
  private final int end;

  /** For each byte value, the places that it can pass, in {@link #words} words. */
  private final long[] passes;

  /** Places of a single star: any number of bytes other than a slash. */
  private final long[] names;

  /** Places of a double star: any number of bytes. */
  private final long[] all;

  /** Places of a double star between slashes: any number of directories, each with its slash. */
  private final long[] directories;

  /** The union of {@link #names}, {@link #all} and {@link #directories}. */
  private final long[] runs;

  private Glob(String text, Bytes pattern, boolean isAnywhere) {
    this.text = text;
    this.isAnywhere = isAnywhere;
    this.words = pattern.length() / Long.SIZE + 1;
    this.passes = new long[BYTE_VALUES * words];
    this.names = new long[words];
    this.all = new long[words];
    this.directories = new long[words];
    int n = 0;
    boolean deep = false;
    for (int i = 0; i < pattern.length(); i++) {
      byte b = pattern.at(i);
      boolean isDouble = b == '*' && i + 1 < pattern.length() && pattern.at(i + 1) == '*';
      if (isDouble && isBetweenSlashes(pattern, i)) {
        set(directories, 0, n);
        set(passes, '/', n);
        i += 2;
      } else if (isDouble) {
        set(all, 0, n);
        i++;
      } else if (b == '*') {
        set(names, 0, n);
      } else {
        addPasses(b, n);
      }
      n++;
      deep |= isDouble;
    }
    this.end = n;
    this.isDeep = deep;
    this.runs = new long[words];
    for (int word = 0; word < words; word++) {
      runs[word] = names[word] | all[word] | directories[word];
    }
  }

  private void addPasses(byte b, int place) {
    if (b != '?') {
      set(passes, b & 0xff, place);
      return;
    }
    for (int value = 0; value < BYTE_VALUES; value++) {
      if (value != '/') {
        set(passes, value, place);
      }
    }
  }

  private void set(long[] masks, int row, int place) {
    masks[row * words + place / Long.SIZE] |= 1L << place;
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
      throw ErrorCode.BAD_REQUEST.exception(
          "an empty pattern matches nothing; use ** for everything");
    }
    Bytes trimmed = withoutEnd(pattern);
    Bytes name = withoutDirectories(trimmed);
    boolean isName = !name.isEmpty() && name.indexOf('/', 0) < 0;
    return new Glob(pattern.display(), isName ? name : trimmed, isName);
  }

  public static Glob of(String pattern) {
    return of(Bytes.of(pattern));
  }

  /** Compiles a pattern for absolute paths. A pattern of several parts begins at the root. */
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

  /** Returns the pattern without leading {@code **} directories. */
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
    long[] state = start();
    for (int i = 0; i < path.length(); i++) {
      if (path.at(i) == '/' && hasMatched(state)) {
        return true;
      }
      step(state, path.at(i));
    }
    return hasMatched(state);
  }

  /** Returns true if the path itself matches. */
  public boolean matchesWhole(Bytes path) {
    return matchesWhole(path, 0);
  }

  /** Returns true if the path from an index on matches. */
  public boolean matchesWhole(Bytes path, int from) {
    boolean isOfLastPart = isAnywhere && !isDeep;
    return hasMatched(after(path, isOfLastPart ? Math.max(from, path.lastIndexOf('/') + 1) : from));
  }

  /**
   * Returns true if the pattern may match a name below one of two directories, but not the same
   * name below the other. The pattern matches neither directory.
   */
  public boolean differsBelow(Bytes one, Bytes other) {
    boolean dependsOnDirectories = !isAnywhere || isDeep;
    return dependsOnDirectories && (mayMatchBelow(one) || mayMatchBelow(other));
  }

  private boolean mayMatchBelow(Bytes directory) {
    if (matches(directory)) {
      return false;
    }
    long[] state = after(directory, 0);
    step(state, (byte) '/');
    return !isStuck(state);
  }

  private long[] start() {
    long[] state = new long[words];
    long carry = 1;
    for (int word = 0; word < words && carry != 0; word++) {
      state[word] = skipRuns(carry, word);
      carry = (state[word] & runs[word]) >>> (Long.SIZE - 1);
    }
    return state;
  }

  private long[] after(Bytes path, int from) {
    final int length = path.length();
    long[] state = start();
    for (int i = from; i < length && (isAnywhere || !isStuck(state)); i++) {
      step(state, path.at(i));
    }
    return state;
  }

  private boolean hasMatched(long[] state) {
    return (state[end / Long.SIZE] >>> end & 1) != 0;
  }

  private static boolean isStuck(long[] state) {
    for (long word : state) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  /** Computes the state after a byte. Only a newly entered place may skip directories. */
  private void step(long[] state, byte b) {
    final boolean isSlash = b == '/';
    final int row = (b & 0xff) * words;
    long carry = isSlash && isAnywhere ? 1 : 0;
    for (int word = 0; word < words; word++) {
      final long before = state[word];
      final long passed = before & passes[row + word];
      final long kept = before & (isSlash ? all[word] : all[word] | names[word]);
      final long entered = skipRuns(passed << 1 | kept | carry, word);
      state[word] = entered | (before & directories[word]);
      carry = (passed | (entered & runs[word])) >>> (Long.SIZE - 1);
    }
  }

  /** Adds the places after entered runs, because a run may be empty. */
  private long skipRuns(long entered, int word) {
    long before = 0;
    long places = entered;
    while (places != before) {
      before = places;
      places |= (places & runs[word]) << 1;
    }
    return places;
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

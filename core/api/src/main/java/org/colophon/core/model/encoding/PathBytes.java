// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.colophon.core.model.Bytes;

/**
 * Converts between Java's paths and their bytes. Java's paths hold the exact bytes but show text in
 * the locale's encoding, where different names may look the same. Their URIs are exact.
 */
public final class PathBytes {
  private static final int HEX = 16;
  private static final char ESCAPE = '%';

  /**
   * Base for URIs. When Java makes a URI, it checks if the path is a directory. The check of a real
   * path could block, because its mount may wait for this thread. A path below a device cannot
   * exist, so its check returns at once.
   */
  private static final Path NOWHERE = Path.of("/dev/null");

  private PathBytes() {}

  /** Returns the exact bytes of a path. */
  public static Bytes of(Path path) {
    String text = path.toString();
    if (text.chars().allMatch(c -> c < 0x80)) {
      return Bytes.of(text);
    }
    Path below = path.isAbsolute() ? path.subpath(0, path.getNameCount()) : path;
    String uri = NOWHERE.resolve(below).toUri().getRawPath();
    int slash = NOWHERE.toString().length();
    return decoded(uri, path.isAbsolute() ? slash : slash + 1);
  }

  private static Bytes decoded(String uri, int from) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(uri.length() - from);
    for (int i = from; i < uri.length(); i++) {
      char c = uri.charAt(i);
      if (c == ESCAPE) {
        bytes.write(Integer.parseInt(uri, i + 1, i + 3, HEX));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  /**
   * Returns the path of exactly these bytes.
   *
   * @throws InvalidPathException if one of them is zero, which no path contains
   */
  public static Path path(Bytes bytes) {
    StringBuilder text = new StringBuilder(bytes.length());
    for (int i = 0; i < bytes.length() && bytes.at(i) >= 0; i++) {
      text.append((char) bytes.at(i));
    }
    if (text.length() == bytes.length()) {
      return Path.of(text.toString());
    }
    if (bytes.indexOf(0, 0) >= 0) {
      throw new InvalidPathException(bytes.display(), "a path has no zero");
    }
    boolean isAbsolute = bytes.at(0) == '/';
    Path path = Path.of(URI.create("file://" + (isAbsolute ? "" : "/") + escaped(bytes)));
    return isAbsolute ? path : path.subpath(0, path.getNameCount());
  }

  /**
   * Returns a path without repeated slashes, {@code .} segments and a slash at its end. Returns
   * other names, and paths that are normal already, unchanged. Keeps {@code ..}, since the segment
   * before it may be a symbolic link.
   */
  public static Bytes normal(Bytes name) {
    final int length = name.length();
    if (length > 1 && name.at(0) == '/') {
      for (int i = 0; i < length; i++) {
        if (name.at(i) == '/' && isIdle(name, i)) {
          return withoutIdle(name);
        }
      }
    }
    return name;
  }

  /** Returns whether the segment after a slash is empty or a dot. */
  private static boolean isIdle(Bytes path, int slash) {
    int end = slash + 1;
    end += end < path.length() && path.at(end) == '.' ? 1 : 0;
    return end == path.length() || path.at(end) == '/';
  }

  private static Bytes withoutIdle(Bytes path) {
    byte[] kept = new byte[path.length()];
    int length = 0;
    for (int i = 0; i < path.length(); i++) {
      if (path.at(i) != '/' || !isIdle(path, i)) {
        kept[length++] = path.at(i);
      } else if (i + 1 < path.length() && path.at(i + 1) == '.') {
        i++;
      }
    }
    return length == 0 ? path.slice(0, 1) : Bytes.copyOf(kept, 0, length);
  }

  private static String escaped(Bytes bytes) {
    StringBuilder uri = new StringBuilder(3 * bytes.length());
    for (int i = 0; i < bytes.length(); i++) {
      int value = bytes.at(i) & 0xff;
      if (value == '/') {
        uri.append('/');
      } else {
        uri.append(ESCAPE)
            .append(Character.forDigit(value / HEX, HEX))
            .append(Character.forDigit(value % HEX, HEX));
      }
    }
    return uri.toString();
  }
}

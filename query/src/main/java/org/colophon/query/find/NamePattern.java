// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;
import org.colophon.query.target.PathNames;

/**
 * A pattern for names. Its {@link Glob} must match the whole name. If the pattern has no slash, it
 * must match the part of the name after the last slash.
 *
 * @param directory prefix that a matching name must have, with a slash at its end; may be empty
 */
public record NamePattern(Glob glob, Bytes directory) {
  /**
   * Parses a pattern.
   *
   * @param directory the absolute directory to which a pattern with a slash is relative
   */
  public static NamePattern of(String text, Bytes directory) {
    Bytes pattern = Bytes.of(text);
    boolean isRelative =
        pattern.indexOf('/', 0) > 0 && !PathNames.hasScheme(pattern) && !text.startsWith("**/");
    Bytes base = directory.concat(Bytes.of(directory.length() == 1 ? "" : "/"));
    return new NamePattern(Glob.of(pattern), isRelative ? base : Bytes.EMPTY);
  }

  boolean matches(Bytes name) {
    return name.startsWith(directory) && glob.matchesWhole(name, directory.length());
  }
}

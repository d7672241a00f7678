// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.nio.file.Path;
import java.util.function.Predicate;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;

/**
 * A path or glob that a user declares. A relative one starts at the directory of the run.
 * Immutable.
 *
 * @param text the path or glob, as the user wrote it
 * @param isLiteral true for a path, whose asterisks have no meaning
 * @param source file that has the declaration, or the option
 * @param line line number from 1 in that file; 0 for an option
 */
public record Declaration(String text, boolean isLiteral, String source, int line) {
  /**
   * Checks the text.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if it is empty, or a glob has
   *     {@code ..} or {@code .} after its beginning
   */
  public Declaration {
    ErrorCode.BAD_REQUEST.require(!text.isEmpty(), "a declared path is empty; name a path or glob");
    boolean isUnclear = !isLiteral && withoutDots(text).matches("(.*/)?\\.\\.?(/.*)?");
    ErrorCode.BAD_REQUEST.require(
        !isUnclear,
        "the glob '" + text + "' may have . and .. only at its beginning; leave them out");
  }

  /** Returns a glob of an option. */
  public static Declaration option(String option, String glob) {
    return new Declaration(glob, false, option, 0);
  }

  /** Returns the place of the declaration, as terminal-safe text. */
  public String place() {
    String shown = Bytes.of(source).display();
    return line == 0 ? shown : shown + ":" + line;
  }

  private static String withoutDots(String glob) {
    return glob.replaceFirst("^(\\.\\.?/)+", "");
  }

  private boolean isRelative() {
    return !text.startsWith("/") && !text.contains("://") && !text.startsWith("socket:");
  }

  /**
   * Returns the absolute path of a literal declaration.
   *
   * @param directory the directory of the run; empty if it is unknown
   */
  Bytes path(String directory) {
    requireBase(directory);
    return Bytes.of(Path.of(directory).resolve(text).normalize().toString());
  }

  /**
   * Returns a test of names. A glob that ends with a slash matches everything below that directory.
   */
  Predicate<Bytes> matcher(String directory) {
    requireBase(directory);
    String glob = text.endsWith("/") ? text + "**" : text;
    if (!isRelative()) {
      Glob absolute = Glob.of(glob);
      return absolute::matchesWhole;
    }
    Path base = Path.of(directory);
    for (; glob.startsWith("./") || glob.startsWith("../"); glob = after(glob)) {
      Path parent = base.getParent();
      base = glob.startsWith("../") && parent != null ? parent : base;
    }
    // The directory may have asterisks in its name, so the glob applies to the rest of the path.
    Bytes start = Bytes.of(base.toString());
    int length = base.getParent() == null ? 0 : start.length();
    Glob rest = Glob.of("/" + glob);
    return name -> name.isAtOrBelow(start) && rest.matchesWhole(name, length);
  }

  private static String after(String glob) {
    return glob.substring(glob.indexOf('/') + 1);
  }

  private void requireBase(String directory) {
    if (isRelative() && directory.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the programs started in several directories, so the relative '%s' (%s) is unclear; write an absolute path"
              .formatted(Bytes.of(text).display(), place()));
    }
  }
}

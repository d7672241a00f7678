package org.colophon.reporters.fuse.scope;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pattern of paths below the mount. Without a slash it matches a name at any depth, with one a path
 * from the mount, always with everything below. {@code *} and {@code ?} stop at slashes, {@code **}
 * does not.
 *
 * @param hasFolders whether parent directories matter
 */
record Glob(Pattern pattern, boolean hasFolders) {
  static Glob of(String glob) {
    String path = glob.replaceFirst("/+$", ""); // a trailing slash is allowed
    path = path.replaceFirst("^/?(?:[*][*]/)+(?=[^/]+$)", ""); // a name in any directory
    boolean isFromMount = path.contains("/") || path.isEmpty();
    StringBuilder regex = new StringBuilder(isFromMount ? "" : "(?:.*/)?");
    if (isFromMount && !glob.startsWith("/")) {
      path = "/" + path;
    }
    for (int i = 0; i < path.length(); i++) {
      i += append(regex, path, i);
    }
    regex.append("(?:/.*)?");
    boolean hasFolders = isFromMount || path.contains("**");
    return new Glob(Pattern.compile(regex.toString(), Pattern.DOTALL), hasFolders);
  }

  /** Returns how many additional characters of the glob were consumed. */
  private static int append(StringBuilder regex, String glob, int at) {
    if (glob.startsWith("/**/", at)) {
      regex.append("/(?:.*/)?"); // also without a directory
      return 3;
    }
    if (glob.startsWith("**", at)) {
      regex.append(".*");
      return 1;
    }
    char c = glob.charAt(at);
    String one = c == '?' ? "[^/]" : Pattern.quote(String.valueOf(c));
    regex.append(c == '*' ? "[^/]*" : one);
    return 0;
  }

  boolean matches(String path) {
    return pattern.matcher(path).matches();
  }

  /** Returns whether it may match differently below two directories that it does not match. */
  boolean tellsApartBelow(String one, String other) {
    return hasFolders && (mayMatchBelow(one) || mayMatchBelow(other));
  }

  private boolean mayMatchBelow(String folder) {
    Matcher matcher = pattern.matcher(folder + "/");
    return !matcher.matches() && matcher.hitEnd(); // a longer path might match
  }
}

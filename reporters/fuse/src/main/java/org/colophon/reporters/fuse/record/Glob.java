package org.colophon.reporters.fuse.record;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which paths below the mount are meant. Without a slash: a name at any depth, with all below it;
 * with one: a path from the mount, with all below it. {@code *} and {@code ?} stop at slashes,
 * {@code **} does not.
 *
 * @param hasFolders whether folders above a name count, too
 */
record Glob(Pattern pattern, boolean hasFolders) {
  static Glob of(String glob) {
    String path = glob.replaceFirst("/+$", ""); // folders may be written with a slash at the end
    path = path.replaceFirst("^/?(?:[*][*]/)+(?=[^/]+$)", ""); // a name below any folder
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

  /** Answers how many more characters of the glob are done than the one. */
  private static int append(StringBuilder regex, String glob, int at) {
    if (glob.startsWith("/**/", at)) {
      regex.append("/(?:.*/)?"); // also no folder at all
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

  /**
   * Whether it may mean something below one folder, and not the same below another, that it does
   * not mean itself. A name is meant wherever it is.
   */
  boolean tellsApartBelow(String one, String other) {
    return hasFolders && (mayMatchBelow(one) || mayMatchBelow(other));
  }

  private boolean mayMatchBelow(String folder) {
    Matcher matcher = pattern.matcher(folder + "/");
    return !matcher.matches() && matcher.hitEnd(); // more of the path might have matched
  }
}

package org.colophon.reporters.fuse.record;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * What is recorded: paths by globs, users by name or id. A glob without a slash means a name at any
 * depth, with all below it; one with a slash a path from the mount. {@code *} and {@code ?} stop at
 * slashes, {@code **} does not.
 */
public final class Scope {
  private final List<Pattern> include;
  private final List<Pattern> exclude;
  private final Set<Integer> users;

  /**
   * A scope. Empty lists mean everything, nothing and everybody.
   *
   * @throws ColophonException BAD_REQUEST for a user that is not known
   */
  public Scope(List<String> include, List<String> exclude, List<String> users) {
    this.include = include.stream().map(Scope::pattern).toList();
    this.exclude = exclude.stream().map(Scope::pattern).toList();
    this.users = new HashSet<>();
    List<String[]> accounts = users.isEmpty() ? List.of() : Accounts.read();
    users.forEach(user -> this.users.add(Accounts.id(accounts, user)));
  }

  private static Pattern pattern(String glob) {
    String path = glob.replaceFirst("/+$", ""); // folders may be written with a slash at the end
    boolean isFromMount = glob.startsWith("/") || path.contains("/");
    StringBuilder regex = new StringBuilder(isFromMount ? "" : "(?:.*/)?");
    if (isFromMount && !glob.startsWith("/")) {
      path = "/" + path;
    }
    for (int i = 0; i < path.length(); i++) {
      i += append(regex, path, i);
    }
    return Pattern.compile(regex.append("(?:/.*)?").toString(), Pattern.DOTALL);
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

  /** Whether there are paths that are not recorded. */
  boolean isLimited() {
    return !include.isEmpty() || !exclude.isEmpty();
  }

  /** Whether what is at a path below the mount is recorded. */
  boolean hasPath(Bytes path) {
    if (!isLimited()) {
      return true;
    }
    String text = new String(path.toArray(), StandardCharsets.UTF_8);
    return (include.isEmpty() || matches(include, text)) && !matches(exclude, text);
  }

  /**
   * Whether it is said of what is at a path that it is not to be recorded: more than that it is not
   * among what is.
   */
  boolean excludes(Bytes path) {
    return !exclude.isEmpty()
        && matches(exclude, new String(path.toArray(), StandardCharsets.UTF_8));
  }

  private static boolean matches(List<Pattern> patterns, String text) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(text).matches());
  }

  boolean hasUser(int user) {
    return users.isEmpty() || users.contains(user);
  }

  /** Names of users, from /etc/passwd. */
  private static final class Accounts {
    /** Nobody's, as {@code chown} has it. */
    private static final long NO_ID = 0xffff_ffffL;

    static List<String[]> read() {
      try {
        List<String[]> accounts = new ArrayList<>();
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("/etc/passwd"))) {
          accounts.add(line.split(":", -1));
        }
        return accounts;
      } catch (java.io.IOException e) {
        return List.of();
      }
    }

    static int id(List<String[]> accounts, String user) {
      if (isId(user)) {
        return Integer.parseUnsignedInt(user);
      }
      for (String[] account : accounts) {
        if (account.length > 2 && account[0].equals(user) && isId(account[2])) {
          return Integer.parseUnsignedInt(account[2]);
        }
      }
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "users="
              + user
              + ": there is no user of that name in /etc/passwd; others are given by their id");
    }

    /** They have 32 bits; those of a directory service use them all. */
    private static boolean isId(String text) {
      return text.matches("[0-9]{1,10}") && Long.parseLong(text) < NO_ID;
    }
  }
}

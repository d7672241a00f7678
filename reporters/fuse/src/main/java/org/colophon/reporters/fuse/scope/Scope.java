package org.colophon.reporters.fuse.scope;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** Recorded paths, by {@linkplain Glob globs}, and users. */
public final class Scope {
  private final List<Glob> include;
  private final List<Glob> exclude;
  private final Set<Integer> users;

  /**
   * Creates a scope. Empty lists mean all paths, no exclusions and all users.
   *
   * @throws ColophonException BAD_REQUEST for an unknown user
   */
  public Scope(List<String> include, List<String> exclude, List<String> users) {
    this.include = include.stream().map(Glob::of).toList();
    this.exclude = exclude.stream().map(Glob::of).toList();
    this.users = new HashSet<>();
    List<String[]> accounts = users.isEmpty() ? List.of() : Accounts.read();
    users.forEach(user -> this.users.add(Accounts.id(accounts, user)));
  }

  /** Returns whether some paths are not recorded. */
  public boolean isLimited() {
    return !include.isEmpty() || !exclude.isEmpty();
  }

  /** Returns whether a path below the mount is recorded. */
  public boolean hasPath(Bytes path) {
    if (!isLimited()) {
      return true;
    }
    String text = text(path);
    return (include.isEmpty() || matches(include, text)) && !matches(exclude, text);
  }

  /** Returns whether a path is explicitly excluded. */
  public boolean excludes(Bytes path) {
    return !exclude.isEmpty() && matches(exclude, text(path));
  }

  private static String text(Bytes path) {
    return new String(path.toArray(), StandardCharsets.UTF_8);
  }

  private static boolean matches(List<Glob> globs, String text) {
    return globs.stream().anyMatch(glob -> glob.matches(text));
  }

  /**
   * Returns whether the same relative paths are recorded below two directories, which then are both
   * excluded, both included, or neither.
   */
  public boolean isAlikeBelow(Bytes one, Bytes other) {
    return isAlikeBelow(include, text(one), text(other))
        && isAlikeBelow(exclude, text(one), text(other));
  }

  private static boolean isAlikeBelow(List<Glob> globs, String one, String other) {
    return matches(globs, one) == matches(globs, other)
        && globs.stream().noneMatch(glob -> glob.tellsApartBelow(one, other));
  }

  public boolean hasUser(int user) {
    return users.isEmpty() || users.contains(user);
  }

  /** Accounts in /etc/passwd. */
  private static final class Accounts {
    /** Reserved by {@code chown}. */
    private static final long NO_ID = 0xffff_ffffL;

    static List<String[]> read() {
      try {
        List<String[]> accounts = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/etc/passwd"))) {
          accounts.add(line.split(":", -1));
        }
        return accounts;
      } catch (IOException e) {
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

    /** Directory services use all 32 bits. */
    private static boolean isId(String text) {
      return text.matches("[0-9]{1,10}") && Long.parseLong(text) < NO_ID;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.scope;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.Accounts;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;

/**
 * Decides which paths below the mount (by {@linkplain Glob globs}) and which users are recorded.
 */
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
    this.include = include.stream().map(Glob::ofRooted).toList();
    this.exclude = exclude.stream().map(Glob::ofRooted).toList();
    this.users = new HashSet<>();
    if (!users.isEmpty()) {
      Accounts accounts = Accounts.read(Path.of("/etc/passwd"));
      users.forEach(user -> this.users.add(id(accounts, user)));
    }
  }

  private static int id(Accounts accounts, String user) {
    return accounts
        .uid(user)
        .map(Integer::parseUnsignedInt)
        .orElseThrow(
            () ->
                ErrorCode.BAD_REQUEST.exception(
                    "users="
                        + user
                        + ": /etc/passwd has no user of that name; give the numeric id"));
  }

  /** Returns whether some paths are not recorded. */
  public boolean isLimited() {
    return !include.isEmpty() || !exclude.isEmpty();
  }

  /** Returns whether a path below the mount is recorded. */
  public boolean hasPath(Bytes path) {
    return (include.isEmpty() || matches(include, path)) && !matches(exclude, path);
  }

  public boolean excludes(Bytes path) {
    return matches(exclude, path);
  }

  private static boolean matches(List<Glob> globs, Bytes path) {
    for (Glob glob : globs) {
      if (glob.matches(path)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the same relative paths are recorded below two directories. This requires that
   * both are excluded, both are included, or neither is.
   */
  public boolean isSameBelow(Bytes one, Bytes other) {
    return isSameBelow(include, one, other) && isSameBelow(exclude, one, other);
  }

  private static boolean isSameBelow(List<Glob> globs, Bytes one, Bytes other) {
    return matches(globs, one) == matches(globs, other)
        && globs.stream().noneMatch(glob -> glob.differsBelow(one, other));
  }

  public boolean hasUser(int user) {
    return users.isEmpty() || users.contains(user);
  }
}

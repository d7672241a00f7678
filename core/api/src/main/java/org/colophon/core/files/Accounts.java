// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Local users by name, from a file such as {@code /etc/passwd}. */
public final class Accounts {
  /** Not a user id: {@code chown} reads this number as "do not change". */
  private static final long NO_ID = 0xffff_ffffL;

  private final Map<String, String> uids;

  private Accounts(Map<String, String> uids) {
    this.uids = uids;
  }

  /**
   * Reads the users. Returns no users if the file cannot be read; then {@link #uid} accepts only
   * numbers.
   */
  public static Accounts read(Path file) {
    Map<String, String> uids = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] fields = line.split(":", -1);
        if (fields.length > 2 && isUid(fields[2])) {
          uids.putIfAbsent(fields[0], fields[2]);
        }
      }
    } catch (IOException e) {
      return new Accounts(Map.of());
    }
    return new Accounts(uids);
  }

  /** Returns the user id of a user, given by name or number. */
  public Optional<String> uid(String user) {
    return isUid(user) ? Optional.of(user) : Optional.ofNullable(uids.get(user));
  }

  /** Returns the ids of the users whose names pass a test. */
  public List<String> uids(Predicate<String> name) {
    return uids.entrySet().stream()
        .filter(each -> name.test(each.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns true if the text is a user id. Directory services use all 32 bits. */
  private static boolean isUid(String text) {
    return text.matches("[0-9]{1,10}") && Long.parseLong(text) < NO_ID;
  }
}

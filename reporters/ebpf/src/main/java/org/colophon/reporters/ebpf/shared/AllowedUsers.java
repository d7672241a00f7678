// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.shared;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The users who may trace, and their running traces. Any thread. */
final class AllowedUsers {
  private static final String ALL = "*";

  private final boolean areAll;
  private final Set<Long> users = new HashSet<>();
  private final Set<Long> groups = new HashSet<>();
  private final int maxTraces;
  private final int maxPerUser;
  private final Map<Long, Integer> running = new HashMap<>();

  /**
   * Looks up the ids of the names.
   *
   * @param names users, groups with a leading at sign, or an asterisk for all users
   * @throws ColophonException BAD_REQUEST for an unknown name
   */
  AllowedUsers(List<String> names, int maxTraces, int maxPerUser) {
    this.maxTraces = maxTraces;
    this.maxPerUser = maxPerUser;
    this.areAll = names.contains(ALL);
    for (String name : names) {
      if (name.startsWith("@")) {
        groups.add(number("group", name.substring(1)));
      } else if (!name.equals(ALL)) {
        users.add(number("passwd", name));
      }
    }
  }

  /** Returns the id of a name, which is the third field in both databases. */
  private static long number(String database, String name) {
    try {
      Process lookup = new ProcessBuilder("getent", database, name).start();
      lookup.getOutputStream().close();
      String found = new String(lookup.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (lookup.waitFor() == 0) {
        return Long.parseLong(found.strip().split(":", -1)[2]);
      }
    } catch (IOException e) {
      throw ErrorCode.TOOL_MISSING.exception("cannot run getent to look up users", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while looking up users", e);
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "users: '" + name + "' is not in the system's " + database);
  }

  /**
   * Begins a trace. {@link #end} ends it.
   *
   * @throws ColophonException NOT_PERMITTED for other users, LIMIT_REACHED
   */
  synchronized void begin(Caller caller) {
    boolean isAllowed =
        areAll
            || users.contains(caller.user())
            || caller.groups().stream().anyMatch(groups::contains);
    if (!isAllowed) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "the service's option users does not name " + caller.name() + " or one of its groups");
    }
    int own = running.getOrDefault(caller.user(), 0);
    if (own >= maxPerUser || running() >= maxTraces) {
      throw ErrorCode.LIMIT_REACHED.exception(
          own >= maxPerUser
              ? caller.name() + " has " + own + " traces already"
              : running() + " traces are running, the limit for all users");
    }
    running.put(caller.user(), own + 1);
  }

  synchronized void end(Caller caller) {
    running.computeIfPresent(caller.user(), (user, count) -> count == 1 ? null : count - 1);
  }

  synchronized int running() {
    return running.values().stream().mapToInt(Integer::intValue).sum();
  }
}

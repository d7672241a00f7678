// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.identity;

import java.util.Set;
import org.colophon.core.model.Bytes;

/** Kinds of paths in /dev. */
public final class DevicePaths {
  private static final Set<Bytes> CARRY_NOTHING =
      Set.of(
          Bytes.of("/dev/null"),
          Bytes.of("/dev/zero"),
          Bytes.of("/dev/full"),
          Bytes.of("/dev/random"),
          Bytes.of("/dev/urandom"));

  private static final Set<Bytes> MULTIPLEXERS =
      Set.of(Bytes.of("/dev/ptmx"), Bytes.of("/dev/pts/ptmx"));

  private static final Bytes DEV = Bytes.of("/dev/");
  private static final Bytes SHARED_MEMORY = Bytes.of("/dev/shm/");

  private DevicePaths() {}

  public static boolean isDevice(Bytes path) {
    return path.startsWith(DEV) && !path.startsWith(SHARED_MEMORY);
  }

  /** Returns whether a path leads to a device whose content depends on no process. */
  public static boolean carriesNothing(Bytes path) {
    return CARRY_NOTHING.contains(path);
  }

  /** Returns whether the open of a path creates a terminal. */
  public static boolean isMultiplexer(Bytes path) {
    return MULTIPLEXERS.contains(path);
  }

  public static boolean isTerminal(Bytes path) {
    if (!path.startsWith(DEV) || path.length() > 20) {
      return false;
    }
    String name = path.toString().substring(5);
    return name.equals("tty") || name.equals("console") || name.matches("(pts/|ttyS?)[0-9]+");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * Builds identities, so that two reporters that see the same object write the same bytes. Parts are
 * joined by a zero byte, which no part contains. The first part names the form.
 */
public final class Identities {
  /**
   * Prefix of the identity of a process that stands for a view of a database. The view's name
   * follows. Such a process works at all times, so it belongs to no recording.
   */
  public static final Bytes VIEW = Bytes.of("view ");

  private Identities() {}

  /**
   * Returns the identity of a process, unique across reboots and hosts.
   *
   * @param host the host's machine id.
   * @param boot the kernel's boot id.
   * @param pid the process id on that host.
   * @param start the start time of the process, in a unit that the host's reporters share.
   * @param image the number of earlier execve calls of the process; 0 for a fork.
   */
  public static Bytes process(String host, String boot, long pid, long start, int image) {
    return join("proc", host, boot, Long.toString(pid), Long.toString(start), "" + image);
  }

  /** Returns the identity of a user of a host. */
  public static Bytes user(String host, long uid) {
    return join("user", host, Long.toString(uid));
  }

  /** Returns any other identity, from a scheme and the parts that make it unique. */
  public static Bytes of(String scheme, String... parts) {
    String[] all = new String[parts.length + 1];
    all[0] = scheme;
    System.arraycopy(parts, 0, all, 1, parts.length);
    return join(all);
  }

  private static Bytes join(String... parts) {
    return Bytes.of(String.join("\0", parts));
  }
}

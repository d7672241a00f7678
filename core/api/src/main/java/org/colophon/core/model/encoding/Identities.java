package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * How identities are written, so that two reporters that see the same thing write the same bytes.
 * Parts are joined by a zero byte, which no part contains; the first part names the form.
 */
public final class Identities {
  private Identities() {}

  /**
   * A process, unique across reboots and hosts.
   *
   * @param host the host's machine id
   * @param boot the kernel's boot id
   * @param pid the process id on that host
   * @param start when the process started: in a unit that the reporters of the host agree on
   * @param image how many times the process called execve before; 0 for a fork
   */
  public static Bytes process(String host, String boot, long pid, long start, int image) {
    return join("proc", host, boot, Long.toString(pid), Long.toString(start), "" + image);
  }

  /** A file by device, inode and birth time in nanoseconds (0 where the file system has none). */
  public static Bytes inode(String host, long device, long inode, long birthNanos) {
    return join(
        "inode", host, Long.toString(device), Long.toString(inode), Long.toString(birthNanos));
  }

  /** A user of a host. */
  public static Bytes user(String host, long uid) {
    return join("user", host, Long.toString(uid));
  }

  /** Any other thing, by a scheme and the parts that make it unique. */
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

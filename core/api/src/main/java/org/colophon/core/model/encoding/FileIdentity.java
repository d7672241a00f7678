// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * Identity of a file of a host, which does not depend on names. A renamed file keeps it. All hard
 * links, bind mounts and mount namespaces share it. Linux reuses inode numbers, so the birth time
 * tells a file from a later one.
 *
 * @param fileSystem {@code f_fsid} of statfs(2), which lasts over reboots where it derives from the
 *     file system's UUID; else the device number
 * @param birthNanos nanoseconds since 1970; 0 if the file system does not record them
 */
public record FileIdentity(long fileSystem, long inode, long birthNanos) {
  private static final Bytes FORM = Bytes.of("file\0");

  /** Form of the identities that mounts recorded earlier, with a device number. */
  private static final Bytes EARLIER_FORM = Bytes.of("inode\0");

  /** Returns true unless a later file may have the same numbers. */
  public boolean isUnique() {
    return birthNanos != 0;
  }

  /** Returns a copy with another file system. */
  public FileIdentity on(long otherFileSystem) {
    return new FileIdentity(otherFileSystem, inode, birthNanos);
  }

  /** Returns the identity of the file's object. */
  public Bytes ofHost(String host) {
    return Identities.of(
        "file", host, Long.toHexString(fileSystem), Long.toString(inode), "" + birthNanos);
  }

  /** Returns whether the identity of an object is that of a file on this file system of a host. */
  public boolean isOnFileSystemOf(Bytes identity, String host) {
    return identity.startsWith(
        Bytes.of("file\0" + host + "\0" + Long.toHexString(fileSystem) + "\0"));
  }

  /** Returns true for the identity of the object of a file on a host. */
  public static boolean isOfHost(Bytes identity, String host) {
    return identity.startsWith(Bytes.of("file\0" + host + "\0"));
  }

  /** Returns true for the identity of a file's object. */
  public static boolean isForm(Bytes identity) {
    return identity.startsWith(FORM);
  }

  /** Returns true if a file may have an identity of this form besides its present one. */
  public static boolean isEarlierForm(Bytes identity) {
    return identity.startsWith(EARLIER_FORM);
  }
}

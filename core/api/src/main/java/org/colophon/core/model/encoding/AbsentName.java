// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * Names of absent files, such as {@code absent:///etc/foo.conf}: paths at which a program found no
 * file. The name differs from the path, so it never denotes a file that is created there later.
 */
public final class AbsentName {
  private static final Bytes SCHEME = Bytes.of("absent://");
  private static final Bytes ROOT = Bytes.of("absent:///");

  private AbsentName() {}

  /** Returns the name of the absent file at an absolute path. */
  public static Bytes of(Bytes path) {
    return SCHEME.concat(path);
  }

  /** Returns whether a name is that of an absent file. */
  public static boolean isName(Bytes name) {
    return name.startsWith(ROOT);
  }

  /** Returns the path of an absent file; other names unchanged. */
  public static Bytes path(Bytes name) {
    return isName(name) ? name.slice(SCHEME.length(), name.length()) : name;
  }
}

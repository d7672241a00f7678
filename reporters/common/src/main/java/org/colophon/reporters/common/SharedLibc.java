// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import jnr.ffi.LibraryLoader;

/** Holds the binding of the C library, which takes tens of milliseconds: it generates classes. */
public final class SharedLibc {
  private static final CoreLibc LIBC =
      LibraryLoader.create(CoreLibc.class).failImmediately().load("libc.so.6");

  private SharedLibc() {}

  /** Returns the binding of this process. Any thread. */
  public static CoreLibc get() {
    return LIBC;
  }
}

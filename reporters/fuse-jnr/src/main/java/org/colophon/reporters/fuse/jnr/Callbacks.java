// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import jnr.ffi.annotations.Delegate;

/**
 * Forms of the functions that libfuse calls. All arguments are addresses or numbers; the upper half
 * of a 32-bit number is undefined. jnr-fuse's own forms convert paths to text, which loses names
 * that are not UTF-8. Public because generated classes implement them.
 */
public final class Callbacks {
  private Callbacks() {}

  /** A function that returns an address. */
  public interface Initializer {
    @Delegate
    long call(long a);
  }

  /** A function of one argument. */
  public interface One {
    @Delegate
    int call(long a);
  }

  /** A function of two arguments. */
  public interface Two {
    @Delegate
    int call(long a, long b);
  }

  /** A function of three arguments. */
  public interface Three {
    @Delegate
    int call(long a, long b, long c);
  }

  /** A function of four arguments. */
  public interface Four {
    @Delegate
    int call(long a, long b, long c, long d);
  }

  /** A function of five arguments. */
  public interface Five {
    @Delegate
    int call(long a, long b, long c, long d, long e);
  }
}

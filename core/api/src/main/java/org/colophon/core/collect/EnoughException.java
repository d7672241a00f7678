// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.collect;

/** Ends a visit when the visitor has enough. It has no stack trace, since it reports no error. */
public final class EnoughException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EnoughException() {
    super(null, null, false, false);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.util.Objects;

/** Thrown for an event with an invalid layout. The message names the problem. */
public final class MalformedEventException extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedEventException(String problem) {
    super(problem);
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}

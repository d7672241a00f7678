// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * Read or write of a session variable such as {@code @v}.
 *
 * @param name name in lower case, without at sign and quotes
 */
public record VariableUse(Bytes name, boolean isWrite) {
  /**
   * Name that stands for all local variables and parameters of routines, and for the session
   * variables that a routine may have set.
   */
  public static final Bytes LOCALS = Bytes.of("\0");
}

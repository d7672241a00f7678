// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import java.util.function.UnaryOperator;

/** An operation of {@code file_steps.py}. */
record Step(String operation, String from, String to) {
  /** Returns the line of a script, with other names of the files. */
  String line(UnaryOperator<String> path) {
    return operation
        + "\t"
        + (operation.equals("touch") ? from : path.apply(from))
        + "\t"
        + path.apply(to);
  }

  @Override
  public String toString() {
    return operation + " " + from + " " + to;
  }
}

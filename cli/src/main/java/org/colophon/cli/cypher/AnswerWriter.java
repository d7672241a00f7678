// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.io.IOException;
import java.util.List;

/**
 * Writes an answer in one format. The caller passes the columns once, then the rows, and then calls
 * {@link #end}. One thread.
 */
interface AnswerWriter {
  void columns(List<String> names) throws IOException;

  void row(List<Object> values) throws IOException;

  /** Writes the remaining output and flushes. */
  void end() throws IOException;

  /** Returns a remark about the answer; empty for none. */
  default String remark() {
    return "";
  }
}

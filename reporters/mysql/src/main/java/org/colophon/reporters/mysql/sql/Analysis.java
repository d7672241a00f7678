// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * Effect of a text.
 *
 * @param statements usually one. If the client sent several at once, the server skips the
 *     statements after an error
 * @param template text in one line without comments, at most 64 KiB. A question mark stands for
 *     each literal and each word that may be a secret
 */
public record Analysis(List<Statement> statements, Bytes template) {
  /** Copies the list. */
  public Analysis {
    statements = List.copyOf(statements);
  }
}

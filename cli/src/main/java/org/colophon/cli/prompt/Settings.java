// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import org.colophon.cli.cypher.Answer;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.cli.cypher.Parameters;
import org.colophon.core.spi.cypher.CypherStatement;
import org.jspecify.annotations.Nullable;

/**
 * Current settings of the prompt.
 *
 * @param asOf null, or a text for {@link PromptStore#asOf}
 * @param maxRows maximum number of rows; null for the default of the format
 * @param directory base of relative names
 */
public record Settings(
    Parameters parameters,
    AnswerFormat format,
    @Nullable String asOf,
    boolean mayWrite,
    long timeoutMillis,
    @Nullable Long maxRows,
    String directory) {
  /** Default maximum number of rows in a table. */
  public static final long DEFAULT_TABLE_ROWS = 1_000;

  Settings with(AnswerFormat newFormat, @Nullable String newAsOf) {
    return new Settings(
        parameters, newFormat, newAsOf, mayWrite, timeoutMillis, maxRows, directory);
  }

  /** Returns a statement to which all settings are applied. */
  public CypherStatement statement(String text, long asOfLsn) {
    return new CypherStatement(
        text, parameters.values(), asOfLsn, directory, mayWrite, timeoutMillis);
  }

  /** Returns the maximum number of rows. */
  public long limit() {
    if (maxRows != null) {
      return maxRows;
    }
    return format == AnswerFormat.TABLE ? DEFAULT_TABLE_ROWS : Answer.UNLIMITED;
  }
}

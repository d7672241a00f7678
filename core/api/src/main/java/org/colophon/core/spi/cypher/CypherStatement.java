// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement to run.
 *
 * @param text one Cypher statement.
 * @param parameters by name, without the dollar sign: null, Boolean, Long, Double, String, and
 *     Lists and Maps of them.
 * @param asOfLsn the default of the parameter {@code asOf} and of procedures and functions; {@link
 *     org.colophon.core.model.Lsn#LATEST} for now.
 * @param directory the base of relative names in the arguments of procedures and functions.
 * @param mayWrite true if it may write nodes and relationships of its own, which are lost when the
 *     graph is rebuilt; never recorded ones.
 * @param timeoutMillis the time limit; 0 for none.
 */
public record CypherStatement(
    String text,
    Map<String, @Nullable Object> parameters,
    long asOfLsn,
    String directory,
    boolean mayWrite,
    long timeoutMillis) {
  public CypherStatement {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(parameters, "parameters"); // may hold nulls, so it is not copied
    Objects.requireNonNull(directory, "directory");
  }

  /** Constructs a statement that resolves relative names from the root directory. */
  public CypherStatement(
      String text,
      Map<String, @Nullable Object> parameters,
      long asOfLsn,
      boolean mayWrite,
      long timeoutMillis) {
    this(text, parameters, asOfLsn, "/", mayWrite, timeoutMillis);
  }
}

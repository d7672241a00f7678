package org.colophon.core.spi.cypher;

import java.util.Map;
import java.util.Objects;

/**
 * A statement to run.
 *
 * @param text one Cypher statement
 * @param parameters by name, without the dollar sign: null, Boolean, Long, Double, String, and
 *     Lists and Maps of them
 * @param asOfLsn the statement's parameter {@code asOf}, unless it is given, and what procedures
 *     and functions go by where they are not told otherwise; {@link
 *     org.colophon.core.model.Lsn#LATEST} for now
 * @param directory the folder that relative names in the arguments of procedures and functions are
 *     relative to
 * @param mayWrite whether it may write nodes and relationships of its own, never recorded ones;
 *     what it writes is lost when the graph is rebuilt
 * @param timeoutMillis it is ended after so long; 0 for never
 */
public record CypherStatement(
    String text,
    Map<String, Object> parameters,
    long asOfLsn,
    String directory,
    boolean mayWrite,
    long timeoutMillis) {
  public CypherStatement {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(parameters, "parameters"); // may hold nulls, so it is not copied
    Objects.requireNonNull(directory, "directory");
  }

  /** A statement whose relative names are relative to the root folder. */
  public CypherStatement(
      String text,
      Map<String, Object> parameters,
      long asOfLsn,
      boolean mayWrite,
      long timeoutMillis) {
    this(text, parameters, asOfLsn, "/", mayWrite, timeoutMillis);
  }
}

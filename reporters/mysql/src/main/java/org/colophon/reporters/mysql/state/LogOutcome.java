package org.colophon.reporters.mysql.state;

/**
 * Outcome of a statement in the log.
 *
 * @param queryId 0 if the log has none.
 * @param error 0 if it succeeded, negative if it is not logged.
 * @param generation distinguishes created tables from others of their names.
 * @param replaces whether it replaces an existing table.
 */
public record LogOutcome(long queryId, int error, String generation, boolean replaces) {
  public LogOutcome succeeded() {
    return new LogOutcome(queryId, 0, generation, replaces);
  }
}

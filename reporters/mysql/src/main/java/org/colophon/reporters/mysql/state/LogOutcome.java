package org.colophon.reporters.mysql.state;

/**
 * What a log tells of a statement beside its text.
 *
 * @param queryId 0 if the log has none
 * @param error 0 if it succeeded, less if the log does not tell
 * @param generation tells the tables that it creates from others that have had their names
 * @param replaces whether it is to create a table over one that is there
 */
public record LogOutcome(long queryId, int error, String generation, boolean replaces) {
  /** The same, and it succeeded. */
  public LogOutcome succeeded() {
    return new LogOutcome(queryId, 0, generation, replaces);
  }
}

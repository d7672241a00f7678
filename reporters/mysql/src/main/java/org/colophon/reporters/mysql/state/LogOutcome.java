// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

/**
 * Outcome of a statement according to the log.
 *
 * @param queryId id of the statement, 0 if the log has none.
 * @param error error code, 0 if the statement succeeded, negative if the outcome is not logged.
 * @param generation key that distinguishes created tables from other tables with the same name.
 * @param replaces whether the statement replaces an existing table.
 */
public record LogOutcome(long queryId, int error, String generation, boolean replaces) {
  public LogOutcome succeeded() {
    return new LogOutcome(queryId, 0, generation, replaces);
  }
}

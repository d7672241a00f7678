// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.jspecify.annotations.Nullable;

/**
 * A match: an object, an agent, a process, or a record attached to an object or process.
 *
 * @param id the global id of the object, agent or process
 * @param name the name of an object or agent if the search has a condition on names, otherwise
 *     null.
 * @param record the attached record if the search is about records, otherwise null
 */
record Match(
    FoundType type,
    long id,
    boolean isOfProcess,
    @Nullable Bytes name,
    @Nullable ExtendedRecord record) {
  /** Receives matches. */
  @FunctionalInterface
  interface Visitor {
    void match(Match match);
  }
}

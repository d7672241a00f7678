package org.colophon.query.find;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;

/**
 * A search result.
 *
 * @param id the global id of an object, an agent, a process, or of what a record belongs to
 * @param name of an object or agent if the search is about names, otherwise null
 * @param record null except of a record
 */
record Match(FoundType type, long id, boolean isOfProcess, Bytes name, ExtendedRecord record) {
  /** Receives matches. */
  @FunctionalInterface
  interface Visitor {
    void match(Match match);
  }
}

package org.colophon.reporters.dsl.prov;

import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;

/**
 * What a relation, or a part of one, tells the sink: an effect had a cause.
 *
 * @param index its place in the documents
 * @param effect the number of the effect's node
 * @param link how a process caused a process; null between others
 * @param access what a process did with an object; null between others
 * @param process the number of the process by which an object was derived, -1 if none
 * @param isLate comes after everything else: how something ended
 * @param timeNanos 0 if unknown
 */
record Statement(
    int index,
    int effect,
    int cause,
    LinkKind link,
    OperationKind access,
    int process,
    boolean isLate,
    long timeNanos,
    ProvRecord source) {
  boolean isAccess() {
    return access != null;
  }

  /** The first LSN that a Colophon export gives, 0 if there is none. */
  long firstLsn() {
    return source.number("colophon:firstLsn", 0);
  }

  /** The last LSN that a Colophon export gives; {@link Long#MAX_VALUE} if it went on. */
  long lastLsn() {
    return source.number("colophon:lastLsn", Long.MAX_VALUE);
  }
}

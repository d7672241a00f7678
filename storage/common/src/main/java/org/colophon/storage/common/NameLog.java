// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Stored name events, found by path and position.
 *
 * @param <E> the failure of the store
 */
public interface NameLog<E extends Exception> {
  /** Returns the last bind of a path up to a position, or null. */
  @Nullable NameEvent lastBind(Bytes path, long upTo) throws E;

  /** Returns the first bind of a path after a position, or null. */
  @Nullable NameEvent firstBind(Bytes path, long after) throws E;

  /**
   * Returns the last subtree event that concerns a path. If both events of a rename do, returns the
   * arrival.
   */
  @Nullable NameEvent lastEventOver(Bytes path, long upTo) throws E;

  /**
   * Returns the first subtree event that concerns a path. If both events of a rename do, returns
   * the departure.
   */
  @Nullable NameEvent firstEventOver(Bytes path, long after) throws E;

  /**
   * Returns the binds of a path, and the subtree events of the path and the directories above it.
   */
  List<NameEvent> concerning(Bytes path) throws E;

  /** Returns subtree events, then binds, at or below a directory between two positions. */
  List<NameEvent> atOrBelow(Bytes directory, long from, long upTo) throws E;
}

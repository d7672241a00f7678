// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives a statement's answer: {@link #columns} once, then {@link #row} for each row. The
 * engine's warnings about the statement precede both.
 *
 * <p>A value is null, a Boolean, Long, Double, String, {@code byte[]}, a List or Map of values, a
 * {@link CypherNode}, {@link CypherRelationship} or {@link CypherPath}. Dates, times, durations and
 * points are passed as their Cypher text.
 */
public interface CypherResult {
  /** Receives a warning, such as that no node has a label; ignored by default. */
  default void warning(String text) {}

  /** Receives the names of the columns, in order; none for a statement that returns nothing. */
  void columns(List<String> names);

  /**
   * Receives one row with a value for each column. The receiver owns the list.
   *
   * @return false to end the statement here
   */
  boolean row(List<@Nullable Object> values);
}

package org.colophon.core.spi.cypher;

import java.util.List;

/**
 * Receives a statement's answer: {@link #columns} once, then {@link #row} for each row.
 *
 * <p>A value is null, a Boolean, Long, Double, String, {@code byte[]}, a List or Map of values, a
 * {@link CypherNode}, {@link CypherRelationship} or {@link CypherPath}. Dates, times, durations and
 * points come as the text that Cypher writes for them.
 */
public interface CypherResult {
  /** The names of the columns, in order; none for a statement that returns nothing. */
  void columns(List<String> names);

  /**
   * One row, as many values as there are columns. The list is the receiver's.
   *
   * @return false to end the statement here
   */
  boolean row(List<Object> values);
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import org.colophon.core.error.ErrorCode;
import org.neo4j.cypher.internal.javacompat.ResultSubscriber;
import org.neo4j.kernel.impl.query.TransactionalContext;
import org.neo4j.values.AnyValue;
import org.neo4j.values.virtual.ListValue;
import org.neo4j.values.virtual.MapValue;

/**
 * An answer that ends the statement at a row with too many values. Neo4j does not count the memory
 * of a list such as {@code range(1, 1000000000)}, which is built with its row.
 */
final class BoundedAnswer extends ResultSubscriber {
  private final long maxValues;
  private long values;

  /**
   * @param maxValues the maximum number of values in a row, including those in lists and maps
   */
  BoundedAnswer(TransactionalContext context, long maxValues) {
    super(context);
    this.maxValues = maxValues;
  }

  @Override
  public void onRecord() {
    values = 0;
    super.onRecord();
  }

  @Override
  public void onField(int offset, AnyValue value) {
    count(value);
    super.onField(offset, value);
  }

  private void count(AnyValue value) {
    values++;
    if (values > maxValues) {
      throw ErrorCode.LIMIT_REACHED.exception(
          ("a row of the answer holds more than %d values; return rows rather than lists, or allow"
                  + " more by the adapter's option transaction-bytes")
              .formatted(maxValues));
    }
    if (value instanceof ListValue list) {
      list.forEach(this::count);
    } else if (value instanceof MapValue map) {
      map.foreach((name, each) -> count(each));
    }
  }
}

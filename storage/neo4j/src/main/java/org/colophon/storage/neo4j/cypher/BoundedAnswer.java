package org.colophon.storage.neo4j.cypher;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.neo4j.cypher.internal.javacompat.ResultSubscriber;
import org.neo4j.kernel.impl.query.TransactionalContext;
import org.neo4j.values.AnyValue;
import org.neo4j.values.virtual.ListValue;
import org.neo4j.values.virtual.MapValue;

/**
 * A statement's answer, which ends the statement at a row with too many values. A list such as
 * {@code range(1, 1000000000)} takes memory only when its row is built, and Neo4j does not account
 * for that memory.
 */
final class BoundedAnswer extends ResultSubscriber {
  private final long maxValues;
  private long values;

  /**
   * @param maxValues how many values a row may hold, those in lists and maps included
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
      throw new ColophonException(
          ErrorCode.LIMIT_REACHED,
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

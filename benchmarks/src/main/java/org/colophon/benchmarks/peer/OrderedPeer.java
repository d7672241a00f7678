// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.nio.ByteBuffer;
import org.agrona.collections.LongLongConsumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;

/**
 * The schema for engines with ordered keys: one key an operation in each of two tables.
 *
 * <pre>
 * by object   object:8 mode:1 lsn:8 -> process:8 kind:1 bytes:8 time:8
 * by process  process:8 mode:1 lsn:8 -> object:8
 * </pre>
 *
 * <p>The mode precedes the LSN so that a lineage step reads a contiguous range of writes or of
 * reads. The second table is an index: its entries lead to the whole operations in the first.
 */
final class OrderedPeer implements PeerStore {
  private static final int BY_OBJECT = 0;
  private static final int BY_PROCESS = 1;
  private static final int MODE_AT = 8;
  private static final int LSN_AT = 9;
  private static final int KEY_BYTES = 17;

  /** Code of a process's exit, above all access modes. */
  private static final int EXIT_MODE = 100;

  private final OrderedTables tables;
  private final ByteBuffer key;
  private final ByteBuffer operation;
  private final ByteBuffer other;

  OrderedPeer(OrderedTables tables) {
    this.tables = tables;
    this.key = tables.newBuffer(KEY_BYTES);
    this.operation = tables.newBuffer(8 + 1 + 8 + 8);
    this.other = tables.newBuffer(8);
  }

  @Override
  public void operation(
      long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
    int mode = kind.mode().code();
    operation.putLong(0, process).put(8, (byte) kind.code()).putLong(9, bytes);
    operation.putLong(17, timeNanos);
    tables.put(BY_OBJECT, key(object, mode, lsn), operation);
    other.putLong(0, object);
    tables.put(BY_PROCESS, key(process, mode, lsn), other);
  }

  @Override
  public void exit(long lsn, long process, int status, long timeNanos) {
    other.putLong(0, timeNanos);
    tables.put(BY_PROCESS, key(process, EXIT_MODE, lsn), other);
  }

  private ByteBuffer key(long node, int mode, long lsn) {
    return key.putLong(0, node).put(MODE_AT, (byte) mode).putLong(LSN_AT, lsn);
  }

  @Override
  public void processesOf(long object, int mode, long boundLsn, LongLongConsumer visitor) {
    scan(BY_OBJECT, object, mode, boundLsn, visitor);
  }

  @Override
  public void objectsOf(long process, int mode, long boundLsn, LongLongConsumer visitor) {
    scan(BY_PROCESS, process, mode, boundLsn, visitor);
  }

  @Override
  public long operationsOfObject(long object) {
    return count(BY_OBJECT, object);
  }

  @Override
  public long operationsOfProcess(long process) {
    return count(BY_PROCESS, process);
  }

  private long count(int table, long node) {
    long[] count = new long[1];
    for (int mode = 0; mode < AccessMode.COUNT; mode++) {
      scan(table, node, mode, Lsn.LATEST, (other, lsn) -> count[0]++);
    }
    return count[0];
  }

  private void scan(int table, long node, int mode, long boundLsn, LongLongConsumer visitor) {
    tables.scan(
        table,
        key(node, mode, 0),
        (foundKey, value) -> {
          long lsn = foundKey.getLong(LSN_AT);
          if (foundKey.getLong(0) != node || foundKey.get(MODE_AT) != mode || lsn > boundLsn) {
            return false;
          }
          visitor.accept(value.getLong(0), lsn);
          return true;
        });
  }

  @Override
  public void sync() {
    tables.sync();
  }

  @Override
  public void close() {
    tables.close();
  }
}

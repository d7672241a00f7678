// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.SourceName;
import org.jspecify.annotations.Nullable;

/** Options of a {@link RemoteSink}. One thread. */
public final class RemoteSinkBuilder {
  private static final int QUEUED_OPERATIONS = 1 << 15;
  private static final long QUEUED_BYTES = 32L << 20;

  private final ServiceConnection service;
  private final String source;
  private String session = UUID.randomUUID().toString();
  private boolean keepAll;
  private List<String> include = List.of();
  private List<String> exclude = List.of();
  private int queuedOperations = QUEUED_OPERATIONS;
  private int batchOperations = 1 << 13;
  private Duration patience = Duration.ofMinutes(10);
  private @Nullable Supplier<FileChannel> rest;

  RemoteSinkBuilder(ServiceConnection service, String source) {
    this.service = Objects.requireNonNull(service);
    this.source = SourceName.checked(source);
  }

  /** Stores every operation, without suppression. */
  public RemoteSinkBuilder keepAll(boolean value) {
    keepAll = value;
    return this;
  }

  /**
   * Sets capture rules, which the service applies.
   *
   * @param included rules for recorded objects
   * @param excluded rules for objects that are not recorded
   */
  public RemoteSinkBuilder rules(List<String> included, List<String> excluded) {
    include = List.copyOf(included);
    exclude = List.copyOf(excluded);
    return this;
  }

  /**
   * Sets the maximum number of queued operations, rounded up to a power of two. The default is
   * 32,768.
   */
  public RemoteSinkBuilder queuedOperations(int value) {
    if (value < 1 || value > 1 << 24) {
      throw new IllegalArgumentException("from 1 to 16,777,216 operations may wait: " + value);
    }
    int power = Integer.highestOneBit(value);
    queuedOperations = Math.max(2, power == value ? value : 2 * power);
    return this;
  }

  /** Sets the maximum number of operations in a request. The default is 8,192. */
  public RemoteSinkBuilder batchOperations(int value) {
    if (value < 1 || value > 1 << 14) {
      throw new IllegalArgumentException("a batch has 1 to 16,384 operations: " + value);
    }
    batchOperations = value;
    return this;
  }

  /** Sets the maximum time without an answer of the service. The default is ten minutes. */
  public RemoteSinkBuilder patience(Duration value) {
    patience = value;
    return this;
  }

  /**
   * Appends the operations to a file after the service was unreachable for longer than {@link
   * #patience}. Then no call throws. The file has the operations that the service has not
   * acknowledged. Those of the last request may be in both. Units are left out.
   *
   * @param opener opens the file, which the caller closes after the sink
   */
  public RemoteSinkBuilder restInto(Supplier<FileChannel> opener) {
    rest = opener;
    return this;
  }

  /** Starts the sink's thread. The thread sends nothing until an operation is reported. */
  public RemoteSink build() {
    RemoteSinkOptions options =
        new RemoteSinkOptions(
            source, session, keepAll, include, exclude, batchOperations, patience, rest);
    OperationQueue queue = new OperationQueue(queuedOperations, QUEUED_BYTES);
    return new RemoteSink(queue, positions -> new Sender(service, options, queue, positions));
  }

  /** Returns a queue of the default size. */
  static OperationQueue queue() {
    return new OperationQueue(QUEUED_OPERATIONS, QUEUED_BYTES);
  }
}

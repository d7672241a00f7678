package org.colophon.service.client.report;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.protocol.SourceName;

/** Gathers how a {@link RemoteSink} reports. One thread. */
public final class RemoteSinkBuilder {
  private final ServiceConnection service;
  private final String source;
  private String session = UUID.randomUUID().toString();
  private boolean keepAll;
  private int queuedOperations = 1 << 15;
  private long queuedBytes = 32L << 20;
  private int batchOperations = 1 << 13;
  private Duration patience = Duration.ofMinutes(10);

  RemoteSinkBuilder(ServiceConnection service, String source) {
    this.service = Objects.requireNonNull(service);
    this.source = SourceName.checked(source);
  }

  /** Has every operation stored: no suppression. */
  public RemoteSinkBuilder keepAll(boolean value) {
    keepAll = value;
    return this;
  }

  /** How many operations may wait, rounded up to a power of two; 32,768 unless said. */
  public RemoteSinkBuilder queuedOperations(int value) {
    if (value < 1 || value > 1 << 24) {
      throw new IllegalArgumentException("from 1 to 16,777,216 operations may wait: " + value);
    }
    int power = Integer.highestOneBit(value);
    queuedOperations = Math.max(2, power == value ? value : 2 * power);
    return this;
  }

  /** How many bytes of names and data may wait; 32 MiB unless said. */
  public RemoteSinkBuilder queuedBytes(long value) {
    queuedBytes = value;
    return this;
  }

  /** How many operations go into a request at most; 8,192 unless said. */
  public RemoteSinkBuilder batchOperations(int value) {
    if (value < 1 || value > 1 << 14) {
      throw new IllegalArgumentException("a batch has 1 to 16,384 operations: " + value);
    }
    batchOperations = value;
    return this;
  }

  /** How long the service may stay away; ten minutes unless said. */
  public RemoteSinkBuilder patience(Duration value) {
    patience = value;
    return this;
  }

  /** Starts the sink's thread. Nothing is sent until something is reported. */
  public RemoteSink build() {
    RemoteSinkOptions options =
        new RemoteSinkOptions(source, session, keepAll, batchOperations, patience);
    return new RemoteSink(service, options, new OperationQueue(queuedOperations, queuedBytes));
  }
}

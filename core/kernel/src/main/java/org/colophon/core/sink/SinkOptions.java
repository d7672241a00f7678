package org.colophon.core.sink;

/**
 * Options for attaching a reporter.
 *
 * @param keepAll true to store every operation without suppression
 */
public record SinkOptions(boolean keepAll, OverloadPolicy onOverload) {
  /** Enables suppression and waits when the ring is full. */
  public static final SinkOptions DEFAULT = new SinkOptions(false, OverloadPolicy.BLOCK);
}

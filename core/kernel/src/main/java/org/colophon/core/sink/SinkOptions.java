package org.colophon.core.sink;

/**
 * How a reporter is attached.
 *
 * @param keepAll store every operation: suppression is off for this reporter
 */
public record SinkOptions(boolean keepAll, OverloadPolicy onOverload) {
  /** Suppression on, waiting when the ring is full. */
  public static final SinkOptions DEFAULT = new SinkOptions(false, OverloadPolicy.BLOCK);
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.transport;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mount that is being served. Ends when the mount is unmounted, a thread fails, or {@link #stop}
 * is called. Any thread.
 */
public interface Serving {
  /** Returns the cause of a failure, or null. */
  @Nullable Throwable failure();

  /** Returns the request counts by name. */
  Map<String, Long> counts();

  /** Ends each thread after its next request. */
  void stop();

  /** Returns whether a thread may still perform operations. */
  boolean isServing();

  /** Returns whether serving has stopped or is about to stop. */
  boolean isEnding();

  /** Waits for all threads; returns whether they have ended. */
  boolean await(long millis);
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.time.Duration;
import org.colophon.core.error.ErrorCode;

/**
 * Limits for callers of the service.
 *
 * @param requestBytes maximum body of a request without operations.
 * @param ingestBytes maximum body of a request with operations.
 * @param lineBytes maximum length of a line; at least 16 MiB for numbered lines.
 * @param headerBytes maximum size of the request line and headers.
 * @param answerBytes maximum body of an answer.
 * @param nodes maximum number of nodes in a lineage.
 * @param requestTime maximum time for a query.
 * @param idleTime maximum time that a connection may be silent.
 * @param concurrentRequests maximum number of concurrent queries, and also of concurrent requests
 *     with operations.
 * @param connections maximum number of open connections; others wait to be accepted.
 * @param tails maximum number of open live tails.
 * @param stopTime maximum time to stop the service: its requests, reporters and adapters
 */
public record LimitsConfig(
    long requestBytes,
    long ingestBytes,
    int lineBytes,
    int headerBytes,
    long answerBytes,
    int nodes,
    Duration requestTime,
    Duration idleTime,
    int concurrentRequests,
    int connections,
    int tails,
    Duration stopTime) {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** Maximum of durations: a hundred years. In nanoseconds it still fits into a long. */
  private static final Duration MAX_TIME = Duration.ofDays(36_500);

  public static final LimitsConfig DEFAULT =
      new LimitsConfig(
          MIB,
          256L * MIB,
          MIB,
          16 * KIB,
          1024L * MIB,
          1_000_000,
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          16,
          2_000,
          16,
          Duration.ofSeconds(20));

  public LimitsConfig {
    ErrorCode.BAD_REQUEST.require(requestBytes >= KIB, "limits.request-bytes is at least 1KiB");
    ErrorCode.BAD_REQUEST.require(ingestBytes >= KIB, "limits.ingest-bytes is at least 1KiB");
    ErrorCode.BAD_REQUEST.require(lineBytes >= KIB, "limits.line-bytes is at least 1KiB");
    ErrorCode.BAD_REQUEST.require(headerBytes >= KIB, "limits.header-bytes is at least 1KiB");
    ErrorCode.BAD_REQUEST.require(answerBytes >= KIB, "limits.answer-bytes is at least 1KiB");
    ErrorCode.BAD_REQUEST.require(nodes > 0, "limits.nodes is positive");
    checkTime("limits.request-time", requestTime);
    checkTime("limits.idle-time", idleTime);
    ErrorCode.BAD_REQUEST.require(concurrentRequests > 0, "limits.concurrent-requests is positive");
    ErrorCode.BAD_REQUEST.require(connections > 0, "limits.connections is positive");
    ErrorCode.BAD_REQUEST.require(tails >= 0, "limits.tails is not negative");
    checkTime("limits.stop-time", stopTime);
  }

  private static void checkTime(String name, Duration time) {
    ErrorCode.BAD_REQUEST.require(time.toMillis() > 0, name + " is positive");
    ErrorCode.BAD_REQUEST.require(time.compareTo(MAX_TIME) <= 0, name + " is at most 36500d");
  }
}

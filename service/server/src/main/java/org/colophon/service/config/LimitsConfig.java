package org.colophon.service.config;

import java.time.Duration;

/**
 * Limits for callers of the service.
 *
 * @param requestBytes body of a request, except operations.
 * @param ingestBytes operations in one request.
 * @param lineBytes one line of operations; at least 16 MiB for numbered ones.
 * @param headerBytes request line and headers.
 * @param answerBytes body of an answer.
 * @param nodes in one lineage.
 * @param requestTime for one question.
 * @param idleTime of a silent connection.
 * @param concurrentRequests concurrent questions, and as many concurrent requests with operations.
 * @param connections open connections; others wait to be accepted.
 * @param tails open live tails.
 * @param stopTime for the end of the service: requests, reporters and adapters
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

  /** Limit of durations: a hundred years, whose nanoseconds still fit in a long. */
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
    Checks.require(requestBytes >= KIB, "limits.request-bytes is at least 1KiB");
    Checks.require(ingestBytes >= KIB, "limits.ingest-bytes is at least 1KiB");
    Checks.require(lineBytes >= KIB, "limits.line-bytes is at least 1KiB");
    Checks.require(headerBytes >= KIB, "limits.header-bytes is at least 1KiB");
    Checks.require(answerBytes >= KIB, "limits.answer-bytes is at least 1KiB");
    Checks.require(nodes > 0, "limits.nodes is positive");
    checkTime("limits.request-time", requestTime);
    checkTime("limits.idle-time", idleTime);
    Checks.require(concurrentRequests > 0, "limits.concurrent-requests is positive");
    Checks.require(connections > 0, "limits.connections is positive");
    Checks.require(tails >= 0, "limits.tails is not negative");
    checkTime("limits.stop-time", stopTime);
  }

  private static void checkTime(String name, Duration time) {
    Checks.require(time.toMillis() > 0, name + " is positive");
    Checks.require(time.compareTo(MAX_TIME) <= 0, name + " is at most 36500d");
  }
}

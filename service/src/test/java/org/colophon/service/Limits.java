// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.time.Duration;
import org.colophon.service.config.LimitsConfig;

/** Default limits with one or two changes, for tests. */
final class Limits {
  private static final LimitsConfig USUAL = LimitsConfig.DEFAULT;

  private Limits() {}

  static LimitsConfig withRequestTime(Duration time) {
    return of(time, USUAL.idleTime(), USUAL.concurrentRequests());
  }

  static LimitsConfig withAnswerBytes(long bytes) {
    return withAnswer(bytes, USUAL.nodes());
  }

  static LimitsConfig withNodes(int nodes) {
    return withAnswer(USUAL.answerBytes(), nodes);
  }

  private static LimitsConfig withAnswer(long bytes, int nodes) {
    return new LimitsConfig(
        USUAL.requestBytes(),
        USUAL.ingestBytes(),
        USUAL.lineBytes(),
        USUAL.headerBytes(),
        bytes,
        nodes,
        USUAL.requestTime(),
        USUAL.idleTime(),
        USUAL.concurrentRequests(),
        USUAL.connections(),
        USUAL.tails(),
        USUAL.stopTime());
  }

  static LimitsConfig of(Duration requestTime, Duration idleTime, int concurrentRequests) {
    return of(requestTime, idleTime, concurrentRequests, USUAL.stopTime());
  }

  static LimitsConfig withTimes(Duration requestTime, Duration stopTime) {
    return of(requestTime, USUAL.idleTime(), USUAL.concurrentRequests(), stopTime);
  }

  private static LimitsConfig of(
      Duration requestTime, Duration idleTime, int concurrentRequests, Duration stopTime) {
    return new LimitsConfig(
        USUAL.requestBytes(),
        USUAL.ingestBytes(),
        USUAL.lineBytes(),
        USUAL.headerBytes(),
        USUAL.answerBytes(),
        USUAL.nodes(),
        requestTime,
        idleTime,
        concurrentRequests,
        USUAL.connections(),
        USUAL.tails(),
        stopTime);
  }
}

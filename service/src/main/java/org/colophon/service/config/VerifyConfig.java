// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.time.Duration;
import org.colophon.core.error.ErrorCode;

/**
 * Verification of the store while the service runs.
 *
 * @param bytesPerSecond the average number of bytes that it reads in a second; 0 for no
 *     verification
 * @param every time from the end of one pass to the begin of the next
 */
public record VerifyConfig(long bytesPerSecond, Duration every) {
  /** A pass over 100 GiB takes seven hours. */
  public static final VerifyConfig DEFAULT = new VerifyConfig(4 << 20, Duration.ofDays(1));

  public VerifyConfig {
    ErrorCode.BAD_REQUEST.require(bytesPerSecond >= 0, "verify.rate is not negative");
    ErrorCode.BAD_REQUEST.require(every.toMillis() > 0, "verify.every is at least 1ms");
  }
}

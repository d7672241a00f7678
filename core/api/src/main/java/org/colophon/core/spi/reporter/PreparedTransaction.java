// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * A transaction that is prepared and not yet decided.
 *
 * @param id chosen by the application
 * @param reporter name of the reporter that prepared it
 * @param preparedMillis time of the prepare, in milliseconds since 1970
 * @param operations number of operations that the commit records
 */
public record PreparedTransaction(String id, String reporter, long preparedMillis, int operations) {
  private static final int MAX_CHARACTERS = 128;

  /** Returns the age in milliseconds; 0 if the clock was set back since. */
  public long ageMillis(long nowMillis) {
    return Math.max(0, nowMillis - preparedMillis);
  }

  /**
   * Returns an id that has a valid form.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public static String checked(String id) {
    if (id.length() > MAX_CHARACTERS || !id.matches("[A-Za-z0-9][A-Za-z0-9._:-]*")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the id of a transaction has 1 to %d letters, digits, dots, dashes, colons and underscores, and begins with a letter or digit"
              .formatted(MAX_CHARACTERS));
    }
    return id;
  }
}

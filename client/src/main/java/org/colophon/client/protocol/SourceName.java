// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** Rules for the name of a source of numbered lines. */
public final class SourceName {
  /**
   * Prefix of the name of a source that is a single run of a program and is never resumed. Its sink
   * deletes the source at the end. The service deletes it after 30 days without lines.
   */
  public static final String RUN_PREFIX = "run-";

  private static final String FORM = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

  private SourceName() {}

  /**
   * Returns a name if it is valid.
   *
   * @throws ColophonException BAD_REQUEST if it is invalid
   */
  public static String checked(String name) {
    if (!name.matches(FORM)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the source name '%s' is invalid; use up to 100 letters, digits, dots, dashes and underscores"
              .formatted(Bytes.of(name).display()));
    }
    return name;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import java.util.Arrays;
import java.util.Locale;
import org.colophon.core.error.ErrorCode;

/** The files that get digests. */
public enum WantedDigests {
  ALL,
  OUTPUTS,
  NONE;

  /** Maximum size of an input. */
  public static final long MAX_INPUT_BYTES = 64L << 20;

  /** Maximum size of an output; larger ones are counted in a message. */
  public static final long MAX_OUTPUT_BYTES = 1L << 30;

  /**
   * Returns the value of an option.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST
   */
  public static WantedDigests of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.BAD_REQUEST.exception(
                    "digests are for all, outputs or none, not '" + word + "'"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.Locale;
import org.colophon.core.error.ErrorCode;

/** The direction of a lineage. */
public enum Direction {
  /** The origins of something, backwards in time. */
  ANCESTORS,
  /** The influence of something, forwards in time. */
  DESCENDANTS;

  /** Parses {@code ancestors} or {@code upstream}, {@code descendants} or {@code downstream}. */
  public static Direction of(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "ancestors", "upstream" -> ANCESTORS;
      case "descendants", "downstream" -> DESCENDANTS;
      default ->
          throw ErrorCode.BAD_REQUEST.exception(
              "unknown direction '" + word + "'; use ancestors (upstream) or descendants");
    };
  }
}

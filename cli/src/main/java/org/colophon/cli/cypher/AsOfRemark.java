// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Detects statements that ignore the given as-of LSN. A pattern matches the whole graph unless the
 * statement compares LSNs itself.
 */
public final class AsOfRemark {
  private static final Pattern GOES_BY_AS_OF =
      Pattern.compile("\\$`?asOf\\b|\\bcolophon\\.", Pattern.CASE_INSENSITIVE);

  private AsOfRemark() {}

  /**
   * Returns a remark to print before the answer; empty for none.
   *
   * @param asOf the given time; null for now
   */
  public static String remark(String statement, @Nullable String asOf) {
    return asOf == null || GOES_BY_AS_OF.matcher(statement).find()
        ? ""
        : "this statement answers as of now: to use $asOf, compare LSNs with it, or call a "
            + "procedure that uses it (colophon.ancestors, ...)";
  }
}

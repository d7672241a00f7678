package org.colophon.cli.cypher;

import java.util.regex.Pattern;

/**
 * Tells which statements do not go by the LSN that was asked for: patterns see the whole graph,
 * whatever is asked for, unless they compare LSNs.
 */
public final class AsOfRemark {
  private static final Pattern GOES_BY_AS_OF =
      Pattern.compile("\\$`?asOf\\b|\\bcolophon\\.", Pattern.CASE_INSENSITIVE);

  private AsOfRemark() {}

  /**
   * Returns a remark to print before the answer; empty for none.
   *
   * @param asOf null for now
   */
  public static String remark(String statement, String asOf) {
    return asOf == null || GOES_BY_AS_OF.matcher(statement).find()
        ? ""
        : "this statement answers as of now: it neither has $asOf to compare LSNs with, nor calls"
            + " what goes by it (colophon.ancestors, ...)";
  }
}

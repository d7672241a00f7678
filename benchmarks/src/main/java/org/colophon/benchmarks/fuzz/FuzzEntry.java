// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuzz;

import java.io.IOException;
import java.util.Objects;

/** Jazzer calls this class, in a process of its own. One thread. */
public final class FuzzEntry {
  /** The system property with the name of the parser. */
  static final String PARSER = "colophon.fuzz";

  private static final FuzzedParser TESTED =
      Objects.requireNonNull(FuzzedParser.ALL.get(System.getProperty(PARSER, "lines")));

  private FuzzEntry() {}

  /** Parses an input. Throws if the parser has a fault. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    TESTED.test(input);
  }
}

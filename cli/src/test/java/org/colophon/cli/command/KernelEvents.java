// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Skips tests of kernel events if this host does not support them. */
public final class KernelEvents {
  private static final String REASONS = "(?s).*(BTF|apt-get|run as root|container).*";

  private KernelEvents() {}

  /**
   * Skips the test if it needs kernel events and a traced command gets none. For tests with their
   * own tracer.
   */
  public static void assumeFor(String source, Path directory) {
    CommandTester tester = new CommandTester(directory.resolve("events"));
    assumeFor(source, tester.run("trace", "--with", source, "--", "true"));
  }

  static void assumeFor(String source, CommandTester.Outcome outcome) {
    Assumptions.assumeFalse(
        source.equals("ebpf") && outcome.exitCode() != 0 && outcome.err().matches(REASONS),
        () -> "kernel events are not available here: " + outcome.err());
  }
}

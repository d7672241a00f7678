package org.colophon.cli.command;

import org.junit.jupiter.api.Assumptions;

/** Skips tests of kernel events where this host has none. */
final class KernelEvents {
  private static final String REASONS = "(?s).*(BTF|apt-get|run as root|container).*";

  private KernelEvents() {}

  static void assumeFor(String source, CommandTester.Outcome outcome) {
    Assumptions.assumeFalse(
        source.equals("ebpf") && outcome.exitCode() != 0 && outcome.err().matches(REASONS),
        () -> "kernel events are not available here: " + outcome.err());
  }
}

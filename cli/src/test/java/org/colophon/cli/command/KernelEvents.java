package org.colophon.cli.command;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Skips tests of kernel events where this host has none. */
public final class KernelEvents {
  private static final String REASONS = "(?s).*(BTF|apt-get|run as root|container).*";

  private KernelEvents() {}

  /** Traces a command in a directory first, for tests that have their own tracer. */
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

package org.colophon.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.colophon.cli.output.Console;
import picocli.CommandLine.Option;

/**
 * What all commands share: where they write, how relative paths are read, and that they end with an
 * {@link ExitCode}. A command throws {@code ColophonException} and leaves the telling to {@link
 * ErrorReport}.
 */
abstract class BaseCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean isHelpWanted;

  BaseCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** Does the work. Returns an {@link ExitCode}. */
  abstract int run();

  @Override
  public final Integer call() {
    int exitCode = run();
    out().flush();
    return exitCode;
  }

  Invocation invocation() {
    return invocation;
  }

  Console console() {
    return invocation.console();
  }

  PrintWriter out() {
    return invocation.console().out();
  }

  /** A path as given on the command line, absolute and normalised. */
  Path absolute(Path given) {
    return invocation.directory().resolve(given).normalize();
  }
}

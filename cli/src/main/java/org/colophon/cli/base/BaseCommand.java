// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.colophon.cli.output.Console;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Base class of all commands. Provides output, relative paths and exit codes. A command throws
 * {@code ColophonException}, which {@link ErrorReport} prints.
 */
public abstract class BaseCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean isHelpWanted;

  @Spec private CommandSpec spec;

  protected BaseCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** Adds options that have no annotation. The default adds none. */
  public void addOptions(CommandSpec model) {}

  /** Runs the command and returns an {@link ExitCode}. */
  public abstract int run();

  /** Returns the subcommands by name, in the order of the help. */
  public Map<String, BaseCommand> subcommands() {
    return Map.of();
  }

  /**
   * Returns whether the arguments end with a command to run and its options, as those of {@code
   * sudo} do.
   */
  public boolean endsWithCommand() {
    return false;
  }

  /** Returns whether the command passes unknown options to another program. */
  public boolean passesOptionsOn() {
    return false;
  }

  @Override
  public final Integer call() {
    try {
      int exitCode = run();
      out().flush();
      return exitCode;
    } catch (Error e) { // picocli does not catch it, and the JVM would exit with 1
      return new ErrorReport(console()).broken(e, spec.qualifiedName());
    }
  }

  /** Runs the same command line in a new process and returns its status. */
  public int runAgain() {
    out().flush();
    return invocation.launcher().run(spec.root().commandLine().getParseResult().originalArgs());
  }

  /** Returns picocli's model of the command, for error messages. */
  public CommandSpec spec() {
    return spec;
  }

  public Invocation invocation() {
    return invocation;
  }

  public Console console() {
    return invocation.console();
  }

  public PrintWriter out() {
    return invocation.console().out();
  }

  /** Returns a path of the command line as an absolute, normalised path. */
  public Path absolute(Path path) {
    return invocation.directory().resolve(path).normalize();
  }
}

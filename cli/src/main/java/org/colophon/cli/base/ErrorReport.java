// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.output.Console;
import org.colophon.cli.output.ReaderGoneException;
import org.colophon.core.error.ColophonException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints errors to standard error, in one line if possible, and selects the exit code. Prints stack
 * traces only if {@code COLOPHON_DEBUG=1} is set.
 */
public record ErrorReport(Console console)
    implements IExecutionExceptionHandler, IParameterExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception error, CommandLine commandLine, ParseResult parsed) {
    if (error instanceof ReaderGoneException) {
      showTrace(error);
      return ExitCode.FOUND;
    }
    if (error instanceof ColophonException known) {
      console.remark(known.getMessage());
      showTrace(error);
      return ExitCode.of(known);
    }
    return unexpected(error, parsed.commandSpec().qualifiedName());
  }

  /**
   * Reports a failure of the machine or the JVM. Such a failure is rarely a defect of the command.
   */
  public int broken(Error error, String command) {
    if (error instanceof OutOfMemoryError) {
      console.remark(
          "out of memory (%s): limit the query, or give the JVM more memory, such as COLOPHON_JAVA_OPTS=-Xmx4g"
              .formatted(error.getMessage()));
    } else if (error instanceof UnsatisfiedLinkError) {
      console.remark(
          "native code cannot be loaded: %s; the temporary directory, into which it is unpacked, may forbid execution: choose another one with COLOPHON_JAVA_OPTS=-Djava.io.tmpdir=DIR"
              .formatted(error.getMessage()));
    } else {
      return unexpected(error, command);
    }
    showTrace(error);
    return ExitCode.TROUBLE;
  }

  private int unexpected(Throwable error, String name) {
    console.remark("unexpected failure in '" + name + "': " + describe(error));
    if (!showTrace(error)) {
      console.remark(
          "this is a defect of Colophon; COLOPHON_DEBUG=1 shows the stack trace for a report");
    }
    return ExitCode.TROUBLE;
  }

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    console.remark(String.valueOf(error.getMessage()));
    suggestions(error).forEach(s -> console.err().println("Did you mean: " + s));
    String name = error.getCommandLine().getCommandSpec().qualifiedName();
    console.err().println("See '" + name + " --help'.");
    console.err().flush();
    return ExitCode.USAGE;
  }

  private static List<String> suggestions(ParameterException error) {
    return error instanceof UnmatchedArgumentException unmatched
        ? unmatched.getSuggestions()
        : new ArrayList<>();
  }

  private static String describe(Throwable error) {
    String message = error.getMessage();
    String type = error.getClass().getSimpleName();
    return message == null ? type : type + ": " + message;
  }

  private boolean showTrace(Throwable error) {
    if (console.environment("COLOPHON_DEBUG") == null) {
      return false;
    }
    error.printStackTrace(console.err());
    console.err().flush();
    return true;
  }
}

package org.colophon.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.output.Console;
import org.colophon.core.error.ColophonException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says on standard error what went wrong, in one line where one suffices, and chooses the exit
 * code. Stack traces appear only with {@code COLOPHON_DEBUG=1}.
 */
final class ErrorReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Console console;

  ErrorReport(Console console) {
    this.console = console;
  }

  @Override
  public int handleExecutionException(
      Exception error, CommandLine commandLine, ParseResult parsed) {
    if (error instanceof ColophonException known) {
      console.remark(known.getMessage());
      showTrace(error);
      return ExitCode.of(known);
    }
    String name = parsed.commandSpec().qualifiedName();
    console.remark("unexpected trouble in '" + name + "': " + describe(error));
    if (!showTrace(error)) {
      console.remark("this is a defect; COLOPHON_DEBUG=1 shows where, for a report");
    }
    return ExitCode.TROUBLE;
  }

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    console.remark(error.getMessage());
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

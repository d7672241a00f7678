package org.colophon.cli.question;

import java.util.Map;
import java.util.Stack;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option that restricts an answer to the files below a directory. */
public final class MineOption {
  @Option(
      names = "--mine",
      paramLabel = "DIR",
      arity = "0..1",
      fallbackValue = "",
      preprocessor = OnlyAttached.class,
      description =
          "Show only files below DIR (default: the directory in which the command ran). Files"
              + " elsewhere are followed.")
  private String directory;

  /** Adds this option to a request. Without a value, it selects the directory of the run. */
  void describe(ServiceRequest.Builder request) {
    request.parameter("mine", directory);
  }

  /**
   * Accepts a value only in the form {@code --mine=DIR}, so that a target may follow {@code
   * --mine}.
   */
  static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        args.push("");
      }
      return false;
    }
  }
}

package org.colophon.benchmarks;

import org.colophon.core.error.ColophonException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The benchmarks' command, {@code ./colophon bench}. */
@Command(
    name = "colophon bench",
    mixinStandardHelpOptions = true,
    description = "Measures Colophon and its peers; results go to JSON files.",
    subcommands = {
      TreeCommand.class,
      GrowthCommand.class,
      ZipfCommand.class,
      StagesCommand.class,
      RecoveryCommand.class,
      RetentionCommand.class,
      CaptureCommand.class,
      ServiceCommand.class,
      StartCommand.class,
      FuseCommand.class,
      MicroCommand.class,
      MysqlCommand.class,
      MysqlLoadCommand.class,
      MysqlReplayCommand.class,
      AllCommand.class,
      ReportCommand.class,
      RunCommand.class
    })
public final class Main implements Runnable {
  /** Runs a subcommand; the exit status is 0, or 2 for wrong usage, or 3 for trouble. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs a subcommand and says what went wrong, if anything did; returns the exit status. */
  static int execute(String... arguments) {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure))
        .execute(arguments);
  }

  private static int explain(Exception failure) throws Exception {
    if (!(failure instanceof ColophonException)) {
      throw failure;
    }
    System.err.println("colophon bench: " + failure.getMessage());
    return 3;
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}

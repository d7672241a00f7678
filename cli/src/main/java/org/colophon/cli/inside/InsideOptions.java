package org.colophon.cli.inside;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.IoFailure;
import org.colophon.reporters.common.inside.LogDirectory;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import picocli.CommandLine.Option;

/** Options of a trace about the inside of programs. */
public final class InsideOptions {
  @Option(
      names = "--functions",
      paramLabel = "GLOB",
      split = ",",
      description =
          "Record calls of these functions in programs that 'colophon cc' compiled: * for all."
              + " Repeatable.")
  private List<String> functions = new ArrayList<>();

  @Option(
      names = "--function-depth",
      paramLabel = "N",
      description = "With --functions: at most N such calls on the stack.")
  private long depth = Integer.MAX_VALUE;

  @Option(
      names = "--function-micros",
      paramLabel = "N",
      description = "With --functions: only calls of at least N microseconds, and their callers.")
  private long minMicros;

  @Option(
      names = "--exported-functions",
      description = "With --functions: only functions that other files can call.")
  private boolean isExportedOnly;

  @Option(
      names = "--function-sample",
      paramLabel = "N",
      description = "With --functions: only each Nth call. By default each.")
  private long sample = 1;

  /** Returns whether the inside of programs is recorded. */
  public boolean isActive() {
    return !functions.isEmpty();
  }

  /** Prepares a trace of a command. */
  public Watch begin() {
    if (!isActive()) {
      return new Watch(null, Map.of());
    }
    List<ProgramLog.Format> formats = new ArrayList<>();
    Map<String, String> environment = new HashMap<>();
    formats.add(FunctionReporter.format());
    try {
      LogDirectory directory = LogDirectory.create(formats);
      FunctionSettings settings =
          new FunctionSettings(functions, depth, minMicros * 1000, isExportedOnly, sample);
      environment.put(FunctionSettings.VARIABLE, settings.traced(directory.path()));
      return new Watch(directory, environment);
    } catch (IOException e) {
      throw IoFailure.of("create", java.nio.file.Path.of("/dev/shm"), e);
    }
  }

  /**
   * A trace of the inside of programs.
   *
   * @param directory of the logs; null if there are none
   * @param environment variables for the command
   */
  public record Watch(LogDirectory directory, Map<String, String> environment)
      implements AutoCloseable {
    public ProgramLogs logs() {
      return directory == null ? ProgramLogs.NONE : directory;
    }

    @Override
    public void close() {
      if (directory != null) {
        try {
          directory.close();
        } catch (IOException e) {
          throw IoFailure.of("delete", directory.path(), e);
        }
      }
    }
  }
}

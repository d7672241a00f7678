package org.colophon.cli.inside;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.config.Launcher;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.reporters.bytes.ByteLog;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.common.inside.LogDirectory;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--bytes",
      description =
          "Record which bytes of its inputs each output has. Slow: the command runs in Valgrind.")
  private boolean followsBytes;

  @Option(
      names = "--lookups",
      paramLabel = "no|tables|all",
      defaultValue = "no",
      description =
          "With --bytes: a byte that is looked up in a table depends on its index (tables), or every"
              + " byte at a computed place does (all). By default neither.")
  private String lookups = "no";

  /** Returns whether the inside of programs is recorded. */
  public boolean isActive() {
    return followsBytes || !functions.isEmpty();
  }

  /** Prepares a trace of a command. */
  public Watch begin(Launcher launcher) {
    if (!List.of("no", "tables", "all").contains(lookups)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "--lookups is no, tables or all, not '" + lookups + "'");
    }
    if (!isActive()) {
      return new Watch(null, Map.of(), null, lookups);
    }
    ByteTool tool = followsBytes ? InsideTools.install(launcher, ByteTool::build) : null;
    List<ProgramLog.Format> formats = new ArrayList<>();
    Map<String, String> environment = new HashMap<>();
    formats.add(FunctionReporter.format());
    formats.add(ByteLog.format());
    try {
      LogDirectory directory =
          LogDirectory.create(formats, tool == null ? List.of() : List.of(tool.directory()));
      FunctionSettings settings =
          new FunctionSettings(functions, depth, minMicros * 1000, isExportedOnly, sample);
      if (!functions.isEmpty()) {
        environment.put(FunctionSettings.VARIABLE, settings.traced(directory.path()));
      }
      if (tool != null) {
        environment.putAll(tool.environment());
      }
      return new Watch(directory, environment, tool, lookups);
    } catch (IOException e) {
      throw IoFailure.of("create", java.nio.file.Path.of("/dev/shm"), e);
    }
  }

  /**
   * A trace of the inside of programs.
   *
   * @param directory of the logs; null if there are none
   * @param environment variables for the command
   * @param tool that runs the command; null for none
   */
  public record Watch(
      @Nullable LogDirectory directory,
      Map<String, String> environment,
      @Nullable ByteTool tool,
      String lookups)
      implements AutoCloseable {
    /** Returns a remark if nothing inside programs could be recorded; empty otherwise. */
    public String remark() {
      boolean isMissing =
          directory != null
              && environment.containsKey(FunctionSettings.VARIABLE)
              && !directory.hasSeen(FunctionReporter.format());
      return isMissing
          ? "no function calls were recorded: no program of the command was compiled with"
              + " colophon cc, or none ran a chosen function"
          : "";
    }

    /** Returns the command to run for a command. */
    public List<String> command(List<String> words) {
      return tool == null ? words : tool.command(words, directory.path(), lookups);
    }

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

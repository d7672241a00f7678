// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.cli.config.Launcher;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.common.inside.LogDirectory;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.common.inside.ProgramWatch;
import org.colophon.reporters.function.FunctionSettings;
import org.colophon.reporters.replay.command.Privileges;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a trace that records function calls or bytes inside programs. */
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
          "Record from which input bytes each output byte came. Slow: the command runs in"
              + " Valgrind.")
  private boolean followsBytes;

  @Option(
      names = "--lookups",
      paramLabel = "no|tables|all",
      defaultValue = "tables",
      description =
          "With --bytes: a byte read from a table also depends on the index (tables, the default),"
              + " or each byte read from a computed address on the address (all), or neither (no,"
              + " faster).")
  private String lookups = "tables";

  /** Returns whether function calls or bytes inside programs are recorded. */
  public boolean isActive() {
    return followsBytes || !functions.isEmpty();
  }

  /** Prepares a trace of a command. */
  public Watch begin(Launcher launcher) {
    List<ProgramWatch> watches = new ArrayList<>();
    if (!functions.isEmpty()) {
      watches.add(
          new FunctionSettings.Builder()
              .functions(functions)
              .depth(depth)
              .minNanos(minMicros * 1000)
              .exportedOnly(isExportedOnly)
              .sample(sample)
              .build());
    }
    ByteTool.Builder bytes = new ByteTool.Builder().lookups(lookups);
    if (followsBytes) {
      watches.add(launcher.installing("inside", bytes::build));
    }
    try {
      return new Watch(watches, watches.isEmpty() ? null : directory(watches));
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot create a directory for logs of programs: " + e, e);
    }
  }

  private static LogDirectory directory(List<ProgramWatch> watches) throws IOException {
    return LogDirectory.create(
        watches.stream().map(ProgramWatch::format).toList(),
        watches.stream().flatMap(watch -> watch.tools().stream()).toList());
  }

  /**
   * A trace of function calls or bytes inside programs.
   *
   * @param directory directory of the programs' logs; null if there are none
   */
  public record Watch(List<ProgramWatch> watches, @Nullable LogDirectory directory)
      implements AutoCloseable {
    public Watch {
      watches = List.copyOf(watches);
    }

    private LogDirectory used() {
      return Objects.requireNonNull(directory);
    }

    /** Returns a remark for each kind of log that no program has written. */
    public List<String> remarks() {
      return watches.stream()
          .filter(watch -> !used().hasSeen(watch.format()))
          .map(ProgramWatch::missing)
          .toList();
    }

    /**
     * Returns the command line that runs a command under the tools. A tool cannot directly run a
     * set-user-id program with the privilege of its file, so a shell executes such a program.
     */
    public List<String> command(List<String> words) {
      List<String> all = words;
      boolean hasTool = watches.stream().anyMatch(watch -> !watch.tools().isEmpty());
      if (hasTool && Privileges.isGrantedBy(words.get(0))) {
        all = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$0\" \"$@\""));
        all.addAll(words);
      }
      for (ProgramWatch watch : watches) {
        all = watch.command(all, used().path());
      }
      return all;
    }

    /** Returns additional environment variables for the command. */
    public Map<String, String> environment() {
      Map<String, String> all = new HashMap<>();
      watches.forEach(watch -> all.putAll(watch.environment(used().path())));
      return all;
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
          throw IoFailure.of("delete", used().path(), e);
        }
      }
    }
  }
}

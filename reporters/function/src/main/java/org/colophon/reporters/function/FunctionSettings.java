// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramWatch;

/**
 * Settings that select the calls that a program records.
 *
 * @param functions glob patterns of function names; empty for all.
 * @param depth maximum depth of instrumented calls.
 * @param minNanos minimum duration of a recorded call.
 * @param isExportedOnly whether to record only functions that other source files can call.
 * @param sample number N: each Nth call is recorded.
 */
public record FunctionSettings(
    List<String> functions, long depth, long minNanos, boolean isExportedOnly, long sample)
    implements ProgramWatch {
  /** Environment variable with the settings. */
  public static final String VARIABLE = "COLOPHON_FUNCTIONS";

  public FunctionSettings {
    functions = List.copyOf(functions);
    for (String glob : functions) {
      if (glob.contains(",") || glob.contains(";")) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the name of a function must not contain a comma or semicolon: " + glob);
      }
    }
  }

  /** Builder of settings. By default, all calls are recorded. */
  public static final class Builder {
    private List<String> functions = List.of();
    private long depth = Integer.MAX_VALUE;
    private long minNanos;
    private boolean isExportedOnly;
    private long sample = 1;

    /** Selects functions by patterns of their names. */
    public Builder functions(List<String> globs) {
      functions = globs;
      return this;
    }

    /** Limits the number of recorded calls on the stack. */
    public Builder depth(long max) {
      depth = max;
      return this;
    }

    /** Sets the minimum duration of recorded calls. */
    public Builder minNanos(long nanos) {
      minNanos = nanos;
      return this;
    }

    /** Excludes functions that other source files cannot call. */
    public Builder exportedOnly(boolean isOnly) {
      isExportedOnly = isOnly;
      return this;
    }

    /** Records each nth call. */
    public Builder sample(long nth) {
      sample = nth;
      return this;
    }

    /** Returns the settings. Throws BAD_REQUEST for a name with a comma or semicolon. */
    public ProgramWatch build() {
      return new FunctionSettings(functions, depth, minNanos, isExportedOnly, sample);
    }
  }

  @Override
  public ProgramLog.Format format() {
    return FunctionLog.format();
  }

  @Override
  public String missing() {
    return "no function calls were recorded: compile the program with colophon cc or colophon c++,"
        + " and select functions that it calls";
  }

  @Override
  public Map<String, String> environment(Path logs) {
    return Map.of(VARIABLE, traced(logs));
  }

  /** Returns the value of the variable for programs that run under a tracer. */
  public String traced(Path directory) {
    return text(directory);
  }

  /** Returns the value of the variable for programs that run without a tracer. */
  public String withoutTracer(Path directory) {
    return text(directory) + ";alone=1";
  }

  private String text(Path directory) {
    return "directory="
        + directory
        + ";functions="
        + String.join(",", functions)
        + ";depth="
        + depth
        + ";min-nanos="
        + minNanos
        + ";exported="
        + (isExportedOnly ? 1 : 0)
        + ";sample="
        + sample;
  }
}

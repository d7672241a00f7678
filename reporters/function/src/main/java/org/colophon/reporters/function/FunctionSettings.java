package org.colophon.reporters.function;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Choice of the calls that a program records.
 *
 * @param functions patterns of names, as of file names; empty for all
 * @param depth greatest number of instrumented calls on the stack
 * @param minNanos least duration
 * @param isExportedOnly leaves out functions that other files cannot call
 * @param sample records each nth call
 */
public record FunctionSettings(
    List<String> functions, long depth, long minNanos, boolean isExportedOnly, long sample) {
  /** Name of the variable in a program's environment. */
  public static final String VARIABLE = "COLOPHON_FUNCTIONS";

  public FunctionSettings {
    functions = List.copyOf(functions);
    for (String glob : functions) {
      if (glob.contains(",") || glob.contains(";")) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "the name of a function has no comma or semicolon: " + glob);
      }
    }
  }

  /** Returns the value of the variable for programs that a tracer watches. */
  public String traced(Path directory) {
    return text(directory);
  }

  /** Returns the value of the variable for programs that nothing watches. */
  public String alone(Path directory) {
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

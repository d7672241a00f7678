package org.colophon.benchmarks.fuse;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.Programs;
import org.colophon.core.error.ErrorCode;

/**
 * A workload of other programs, as bash scripts. {@code $DIR} is the working directory. All
 * subjects share the directory {@code $INPUT}, which is outside of all mounts.
 *
 * @param prepare script that creates the input.
 * @param clear script that removes the output of the last run.
 * @param work script with the measured commands.
 * @param check script that prints a digest of the output.
 * @param expected expected digest.
 */
record ShellWorkload(
    String name,
    Path input,
    String prepare,
    String clear,
    String work,
    String check,
    String expected)
    implements FileWorkload {
  private static final String TIMED = "TIMEFORMAT='%R %U %S'; { time {\n%s\n} 2>&4; } 4>&2 2>&1";

  @Override
  public void prepare(Path directory) {
    bash(prepare, directory);
  }

  @Override
  public Cost run(Path directory, int round) {
    bash(clear, directory);
    String[] times = bash(TIMED.replace("%s", work), directory).split(" ", -1);
    String outcome = bash(check, directory);
    if (!outcome.equals(expected)) {
      throw ErrorCode.BAD_INPUT.exception(
          name + " in " + directory + " came out as '" + outcome + "', not '" + expected + "'");
    }
    return new Cost(
        Double.parseDouble(times[0]), Double.parseDouble(times[1]) + Double.parseDouble(times[2]));
  }

  private String bash(String script, Path directory) {
    Map<String, String> environment =
        Map.of(
            "DIR", directory.toString(),
            "INPUT", input.toString(),
            "LC_ALL", "C",
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_CONFIG_NOSYSTEM", "1");
    return Programs.run(List.of("bash", "-e", "-c", script), environment).strip();
  }
}

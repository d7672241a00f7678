// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.ErrorCode;

/**
 * Typical shell commands on a generated source tree, as bash scripts. {@code $DIR} is the working
 * directory. All subjects share the directory {@code $INPUT}, which is outside of all mounts.
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
  private static final String SOURCES = "project";
  private static final String MAKE_INPUT =
      """
      cd "$INPUT"
      tar -cf headers.tar headers
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a
      export GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'
      cd headers
      git init -q -b main .
      git add .
      git commit -q -m headers
      git clone -q --bare . ../origin.git
      git -C ../origin.git rev-parse HEAD
      """;

  /**
   * Creates the input files that the workloads share. Returns all workloads. The last one is the
   * compilation. It writes temporary files into the directory, so that the mirror sees all data
   * that flows between programs.
   *
   * @param input an empty directory for the files
   */
  static List<FileWorkload> all(Path input, SourceTree tree) throws IOException {
    tree.writeHeaders(input.resolve("headers"));
    tree.writeProject(input.resolve(SOURCES));
    String commit = bash(MAKE_INPUT, input, input);
    return List.of(
        new ShellWorkload(
            "untar",
            input,
            "true",
            "rm -rf \"$DIR/headers\"",
            "tar -xf \"$INPUT/headers.tar\" -C \"$DIR\"",
            "find \"$DIR/headers\" -type f | wc -l",
            Integer.toString(tree.headers())),
        new ShellWorkload(
            "grep -r",
            input,
            "tar -xf \"$INPUT/headers.tar\" -C \"$DIR\"",
            "true",
            "grep -rl " + SourceTree.NEEDLE + " \"$DIR/headers\" >\"$INPUT/found\"",
            "wc -l <\"$INPUT/found\"",
            Integer.toString(tree.headersWithNeedle())),
        new ShellWorkload(
            "git clone",
            input,
            "cp -r \"$INPUT/origin.git\" \"$DIR/\"",
            "rm -rf \"$DIR/clone\"",
            "git clone -q --no-hardlinks \"$DIR/origin.git\" \"$DIR/clone\"",
            "git -C \"$DIR/clone\" status --porcelain; git -C \"$DIR/clone\" rev-parse HEAD",
            commit),
        new ShellWorkload(
            "compile",
            input,
            "mkdir \"$DIR/tmp\"; cp -r \"$INPUT/project\" \"$DIR/\"",
            "cd \"$DIR/project\"; rm -f *.o program",
            "export TMPDIR=\"$DIR/tmp\"; cd \"$DIR/project\"; "
                + "for each in *.c; do gcc -c -Iinclude $each; done; gcc -o program *.o",
            "\"$DIR/project/program\"",
            tree.projectOutput()));
  }

  /** Returns the path of the compiled program in a directory. */
  static Path program(Path directory) {
    return directory.resolve(SOURCES).resolve("program");
  }

  /** Returns the path of a source of the compiled program. */
  static Path source(Path directory, int number) {
    return directory.resolve(SOURCES).resolve(SourceTree.sourceName(number));
  }

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
    return bash(script, directory, input);
  }

  private static String bash(String script, Path directory, Path input) {
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

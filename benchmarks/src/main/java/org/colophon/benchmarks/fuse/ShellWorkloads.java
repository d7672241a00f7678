package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.Programs;

/** Typical shell commands on generated source trees. */
final class ShellWorkloads {
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

  private final Path input;
  private final SourceTree tree;
  private final String commit;

  private ShellWorkloads(Path input, SourceTree tree, String commit) {
    this.input = input;
    this.tree = tree;
    this.commit = commit;
  }

  /**
   * Creates the input files that the workloads share.
   *
   * @param input an empty directory for the files
   */
  static ShellWorkloads make(Path input, SourceTree tree) throws IOException {
    tree.writeHeaders(input.resolve("headers"));
    tree.writeProject(input.resolve(SOURCES));
    Map<String, String> environment =
        Map.of(
            "INPUT",
            input.toString(),
            "GIT_CONFIG_GLOBAL",
            "/dev/null",
            "GIT_CONFIG_NOSYSTEM",
            "1");
    String commit = Programs.run(List.of("bash", "-e", "-c", MAKE_INPUT), environment).strip();
    return new ShellWorkloads(input, tree, commit);
  }

  /** Returns all workloads. */
  List<FileWorkload> all() {
    return List.of(untar(), grep(), gitClone(), compile());
  }

  private FileWorkload untar() {
    return new ShellWorkload(
        "untar",
        input,
        "true",
        "rm -rf \"$DIR/headers\"",
        "tar -xf \"$INPUT/headers.tar\" -C \"$DIR\"",
        "find \"$DIR/headers\" -type f | wc -l",
        Integer.toString(tree.headers()));
  }

  private FileWorkload grep() {
    return new ShellWorkload(
        "grep -r",
        input,
        "tar -xf \"$INPUT/headers.tar\" -C \"$DIR\"",
        "true",
        "grep -rl " + SourceTree.NEEDLE + " \"$DIR/headers\" >\"$INPUT/found\"",
        "wc -l <\"$INPUT/found\"",
        Integer.toString(tree.headersWithNeedle()));
  }

  private FileWorkload gitClone() {
    return new ShellWorkload(
        "git clone",
        input,
        "cp -r \"$INPUT/origin.git\" \"$DIR/\"",
        "rm -rf \"$DIR/clone\"",
        "git clone -q --no-hardlinks \"$DIR/origin.git\" \"$DIR/clone\"",
        "git -C \"$DIR/clone\" status --porcelain; git -C \"$DIR/clone\" rev-parse HEAD",
        commit);
  }

  /**
   * Returns the compilation. It writes temporary files into the directory, so that the mirror sees
   * all data that flows between programs.
   */
  private FileWorkload compile() {
    return new ShellWorkload(
        "compile",
        input,
        "mkdir \"$DIR/tmp\"; cp -r \"$INPUT/" + SOURCES + "\" \"$DIR/\"",
        "rm -f \"$DIR/" + SOURCES + "\"/*.o \"$DIR/" + SOURCES + "/program\"",
        "export TMPDIR=\"$DIR/tmp\"; cd \"$DIR/"
            + SOURCES
            + "\"; for each in *.c; do gcc -c -Iinclude $each; done; gcc -o program *.o",
        "\"$DIR/" + SOURCES + "/program\"",
        tree.projectOutput());
  }

  /** Returns the path of the compiled program in a directory. */
  static Path program(Path directory) {
    return directory.resolve(SOURCES).resolve("program");
  }

  /** Returns the path of a source of the compiled program. */
  static Path source(Path directory, int number) {
    return directory.resolve(SOURCES).resolve(SourceTree.sourceName(number));
  }
}

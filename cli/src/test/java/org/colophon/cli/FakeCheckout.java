// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.reporters.common.inside.NativeBuild;

/**
 * A checkout with the real launcher, and fakes of the programs that it calls. The fake Maven
 * records its arguments and creates an empty jar; the fake {@code java} prints its arguments. PATH
 * contains only the fakes and the few tools that the launcher uses.
 */
final class FakeCheckout {
  private static final List<String> TOOLS =
      List.of(
          ("bash cat cp df dirname env find flock grep id ls mkdir mktemp mv nice nproc paste readlink rm sed"
                  + " sha1sum sort stat stty tail tar touch xargs")
              .split(" "));
  private static final List<String> MODULES =
      List.of(
          ("core/api core/kernel testing/storage-contract storage/memory storage/rocksdb reporters/strace query"
                  + " service cli storage/neo4j query/procedures storage/jdbc benchmarks")
              .split(" "));

  private static final List<String> SCRIPTS =
      List.of(
          "colophon",
          "build",
          "test",
          "bench",
          "distribution/archive-classes",
          "distribution/freshness.sh",
          "distribution/tools.sh");

  final Path root;
  final Path launcher;
  private final Path bin;
  private final Path jvms;

  FakeCheckout(Path directory) throws IOException {
    root = Files.createDirectories(directory.resolve("check out"));
    bin = Files.createDirectories(directory.resolve("bin"));
    jvms = Files.createDirectories(directory.resolve("jvm"));
    Files.createDirectories(root.resolve("distribution"));
    for (String file : SCRIPTS) {
      Files.copy(Path.of("..", file), root.resolve(file));
    }
    launcher = root.resolve("colophon");
    Path options = Files.createDirectories(root.resolve("cli/src/main/jvm"));
    try (Stream<Path> files = Files.list(Path.of("src/main/jvm"))) {
      for (Path file : files.toList()) {
        Files.copy(file, options.resolve(file.getFileName()));
      }
    }
    for (String tool : TOOLS) {
      Files.createSymbolicLink(bin.resolve(tool), Path.of("/usr/bin", tool).toRealPath());
    }
    for (String module : MODULES) {
      addModule(module);
    }
    for (String module : List.of("query/procedures", "storage/jdbc")) {
      Path file = Path.of("..", module, "plugin.properties");
      Files.copy(file, root.resolve(module).resolve("plugin.properties"));
    }
    Files.writeString(
        root.resolve("pom.xml"),
        MODULES.stream()
            .map(module -> "    <module>" + module + "</module>\n")
            .collect(Collectors.joining("", "<project>\n", "</project>\n")));
    addMaven(0);
  }

  private void addModule(String name) throws IOException {
    Files.createDirectories(root.resolve(name).resolve("src/main"));
    Files.writeString(root.resolve(name).resolve("pom.xml"), "<project/>");
  }

  /** Installs a fake Maven that runs a command and exits with a status. */
  void addMaven(int status, String... command) throws IOException {
    script(
        bin.resolve("mvn"),
        "echo \"$JAVA_HOME $*\" >> mvn.log",
        "echo 'what Maven said'",
        "echo '[INFO] Building Colophon: API 1.0-SNAPSHOT          [1/2]'",
        String.join(" ", command),
        "[ " + status + " = 0 ] || exit " + status,
        "module=; for a; do [ \"$last\" != -pl ] || module=$a; last=$a; done",
        "echo \"[INFO] ---< org.colophon:colophon-${module//\\//-} >---\"",
        "for a in core-api core-kernel query storage-neo4j; do",
        "  echo \"[INFO] ---< org.colophon:colophon-$a >---\"; done",
        "case \" $* \" in",
        "  *' -pl query/procedures '*) "
            + jars("query/procedures/target/plugin", "neo4j.jar", "a.jar")
            + " ;;",
        "  *' -pl storage/jdbc '*) " + jars("storage/jdbc/target/plugin", "h2.jar") + " ;;",
        "  *' -pl benchmarks '*) " + jars("benchmarks/target/lib", "a.jar") + " ;;",
        "  *) " + jars("cli/target/lib", "a.jar", "colophon-cli-1.jar") + " ;;",
        "esac");
  }

  private static String jars(String directory, String... names) {
    return "mkdir -p "
        + directory
        + " && cd "
        + directory
        + " && touch "
        + String.join(" ", names)
        + " && cd \"$OLDPWD\"";
  }

  /**
   * Installs a fake JDK. Its java prints each option and argument on a line, and exits with
   * $FAKE_STATUS.
   */
  Path addJdk(String version) throws IOException {
    Path home = Files.createDirectories(jvms.resolve("jdk-" + version));
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    script(
        home.resolve("bin/java"),
        "case \"$*\" in *'rehearse --serve'*) echo served; cat; exit ;; esac",
        "case \"$*\" in *rehearse*|*-Xshare:dump*)",
        "  for a; do case $a in *ClassList=*|*ArchiveFile=*|*CacheOutput=*)",
        "  touch \"${a#*=}\" ;; esac; done; exit ;; esac",
        "echo \"$0\"",
        "for a; do case $a in @*) cat \"${a#@}\" ;; *) printf '%s\\n' \"$a\" ;; esac; done",
        "exit ${FAKE_STATUS:-0}");
    script(home.resolve("bin/javac"), "exit 1");
    return home;
  }

  /** Replaces a JDK's java by one that fails to create class archives. */
  void failRehearsal(Path home) throws IOException {
    script(
        home.resolve("bin/java"),
        "case \"$*\" in *rehearse*) exit 1 ;; esac",
        "printf '%s\\n' \"$@\"");
  }

  /** Replaces a JDK's java by one that prints LC_ALL and the launcher's copy of LC_ALL. */
  void tellLocale(Path home) throws IOException {
    script(
        home.resolve("bin/java"),
        "case \"$*\" in *rehearse*) exit 1 ;; esac",
        "echo \"${LC_ALL-unset} ${COLOPHON_LC_ALL-unset}\"");
  }

  /** Replaces a JDK's java by the java that runs this test, with the same class path. */
  void useRealJava(Path home) throws IOException {
    script(
        home.resolve("bin/java"),
        "case \"$*\" in *rehearse*) exit 1 ;; esac",
        "options=()",
        "while [ \"$1\" != -cp ]; do options+=(\"$1\"); shift; done",
        "shift 2",
        "exec '%s/bin/java' \"${options[@]}\" -cp '%s' \"$@\""
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
  }

  /** Installs fake tools that do nothing. */
  void addTools(String... names) throws IOException {
    for (String name : names) {
      script(bin.resolve(name), "exit 0");
    }
  }

  /**
   * Installs fakes of the tools that all tests need. Files that tests need are those of the system.
   */
  void addTestTools() throws IOException {
    addTools(
        ("ar bpftool chromedriver chromium clang curl dot fio fusermount3 gcc git ip make mariadb mariadbd"
                + " npx openssl ps python3 setcap strace stress-ng valgrind")
            .split(" "));
  }

  /** Replaces Maven by one that fails only if an argument is that one. */
  void failMaven(String argument) throws IOException {
    script(
        bin.resolve("mvn"),
        "echo \"$*\" >> mvn.log",
        "for a; do [ \"$a\" != '" + argument + "' ] || exit 1; done");
  }

  /** Adds a test class to a module. */
  void addTest(String module, String text) throws IOException {
    Path tests = Files.createDirectories(root.resolve(module).resolve("src/test/java"));
    Files.writeString(tests.resolve("SomeTest.java"), text);
  }

  private static void script(Path file, String... lines) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Returns the calls of Maven so far, one line for each call. */
  List<String> mavenCalls() throws IOException {
    Path log = root.resolve("mvn.log");
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  /** Runs a command line in a directory and waits for it. */
  Outcome run(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("launcher", ".out");
    Path err = Files.createTempFile("launcher", ".err");
    Process process =
        prepare(directory, environment, command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("still running: " + Arrays.toString(command));
    }
    Outcome outcome = new Outcome(process.exitValue(), read(out), read(err));
    Files.delete(out);
    Files.delete(err);
    return outcome;
  }

  /**
   * Prepares a command line in a directory. PATH contains the fakes; the environment is otherwise
   * empty. What this user has built is not built again for each home directory.
   */
  ProcessBuilder prepare(Path directory, Map<String, String> environment, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("COLOPHON_JVM_DIRECTORY", jvms.toString());
    builder.environment().put("COLOPHON_NO_INSTALL", "yes");
    builder
        .environment()
        .put("XDG_CACHE_HOME", NativeBuild.cacheDirectory().getParent().toString());
    builder.environment().putAll(environment);
    return builder;
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  /** Exit status and output of a launcher run. */
  record Outcome(int status, String out, String err) {}
}

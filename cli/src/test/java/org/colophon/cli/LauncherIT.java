// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.cli.FakeCheckout.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the launcher script with fakes of Maven and the JDKs. */
@Tag("jdk")
class LauncherIT {
  private static final Map<String, String> NOTHING_MORE = Map.of();

  @TempDir private Path directory;

  private FakeCheckout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = new FakeCheckout(directory);
  }

  @Test
  void buildsOnceWhenRunTwice() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome first = launch("status");
    Outcome second = launch("status");

    assertThat(first.err())
        .contains("building", "log: " + checkout.root.resolve("target/build/cli.log"))
        .contains("\ncolophon: module 1 of 2: Colophon: API\n");
    assertThat(second.err()).isEmpty();
    assertThat(second.status()).isZero();
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void onlyBuildsWhenAskedTo() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch("build");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void runsOnNewestAndBuildsOnOldestJdk() throws Exception {
    checkout.addJdk("11.0.2");
    Path oldest = checkout.addJdk("17.0.1");
    Path newest = checkout.addJdk("25.0.3");

    Outcome outcome = launch("status");

    assertThat(outcome.out()).startsWith(newest.resolve("bin/java").toString());
    assertThat(outcome.out()).contains("--enable-native-access=ALL-UNNAMED");
    assertThat(checkout.mavenCalls().get(0)).startsWith(oldest.toString());
  }

  @Test
  void runsOnJavaHomeWhenItIsNewEnough() throws Exception {
    Path asked = checkout.addJdk("17.0.1");
    checkout.addJdk("25.0.3");

    Outcome outcome = launchWith(Map.of("JAVA_HOME", asked.toString()), "status");

    assertThat(outcome.out()).startsWith(asked.resolve("bin/java").toString());
    assertThat(outcome.out()).doesNotContain("--enable-native-access");
  }

  @Test
  void skipsJavaHomeWhenItIsTooOld() throws Exception {
    Path old = checkout.addJdk("1.8.0_392");
    Path good = checkout.addJdk("21");

    Outcome outcome = launchWith(Map.of("JAVA_HOME", old.toString()), "status");

    assertThat(outcome.err()).contains("ignoring " + old).contains("17 or later");
    assertThat(outcome.out()).startsWith(good.resolve("bin/java").toString());
  }

  @Test
  void reportsVersionAndCommandWhenThereIsNoJdk() throws Exception {
    checkout.addJdk("11.0.2");

    Outcome outcome = launch("status");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err())
        .contains("needs version 17 or later")
        .contains("sudo apt-get install -y default-jdk-headless");
  }

  @Test
  void reportsTheInstallationWhenMavenIsMissing() throws Exception {
    checkout.addJdk("17.0.1");
    Files.delete(directory.resolve("bin/mvn"));

    Outcome outcome = launch("status");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("sudo apt-get install -y maven");
  }

  @Test
  void worksThroughASymbolicLinkFromAnotherDirectory() throws Exception {
    checkout.addJdk("17.0.1");
    Path link = Files.createSymbolicLink(directory.resolve("a link"), checkout.launcher);
    Path elsewhere = Files.createDirectories(directory.resolve("else where"));

    Outcome outcome =
        checkout.run(elsewhere, NOTHING_MORE, link.toString(), "lineage", "a  b", "*", "");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).endsWith("\nlineage\na  b\n*\n\n");
    assertThat(outcome.out()).contains(checkout.root + "/cli/target/lib/a.jar:" + checkout.root);
  }

  @Test
  void returnsTheExitStatusOfAFailedCommand() throws Exception {
    checkout.addJdk("17.0.1");

    assertThat(launchWith(Map.of("FAKE_STATUS", "42"), "trace").status()).isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource({
    "trace, classes",
    "serve, classes",
    "lineage, questions",
    "status, questions",
    "--help, questions"
  })
  void usesSmallClassArchiveForQueries(String command, String name) throws Exception {
    Path archives = archives(checkout.addJdk("17.0.1"));

    Outcome outcome = launch(command);

    Path archive = archives.resolve(name + ".jsa");
    assertThat(archive).exists();
    assertThat(outcome.out()).contains("-XX:SharedArchiveFile=" + archive + "\n");
  }

  @Test
  void usesCacheOfCompiledClassesOnNewJdk() throws Exception {
    Path archives = archives(checkout.addJdk("25.0.1"));

    assertThat(launch("trace").out())
        .contains("-XX:AOTCache=" + archives.resolve("classes.aot") + "\n");
  }

  private Path archives(Path jdk) {
    return checkout.root.resolve("target/build/classes" + jdk.toString().replace('/', '-'));
  }

  @Test
  void startsWithoutArchiveWhenNoServiceCanBeRehearsed() throws Exception {
    Path jdk = checkout.addJdk("17.0.1");
    checkout.failRehearsal(jdk);

    Outcome outcome = launch("status");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).contains("could not archive questions");
    assertThat(outcome.out()).doesNotContain("SharedArchiveFile");
    assertThat(launch("status").err()).isEmpty();
  }

  @Test
  void archivesClassesAgainOnlyWhenJarHasChanged() throws Exception {
    Path archive = archives(checkout.addJdk("17.0.1")).resolve("questions.jsa");
    Path jar = checkout.root.resolve("cli/target/lib/a.jar");
    launch("status");
    FileTime longAgo = FileTime.from(Instant.EPOCH);
    Files.setLastModifiedTime(archive, longAgo);

    launch("status");
    assertThat(Files.getLastModifiedTime(archive)).isEqualTo(longAgo);
    Files.setLastModifiedTime(jar, longAgo); // the JVM compares it
    launch("status");

    assertThat(Files.getLastModifiedTime(archive)).isGreaterThan(longAgo);
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void usesOnlyTheFastCompilerForQueriesAndTracesExceptForDigests() throws Exception {
    checkout.addJdk("17.0.1");

    assertThat(launch("lineage").out()).contains("-XX:TieredStopAtLevel=1");
    assertThat(launch("trace").out()).contains("/cli/src/main/jvm/compiler.json");
    assertThat(launch("serve").out()).doesNotContain("-XX:TieredStopAtLevel=1");
  }

  @Test
  void startsThisJvmWithCompilerDirectivesAndWithoutOutputOfItsOwn() throws Exception {
    String file = Path.of("src/main/jvm/compiler.json").toAbsolutePath().toString();
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-DisplayVMOutput",
                "-XX:CompilerDirectivesFile=" + file,
                "-version")
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(jvm.waitFor()).as(output).isZero();
    assertThat(output).doesNotContain("directive");
  }

  /**
   * Skipped where priorities may not be changed: in many containers even root cannot lower its
   * niceness again.
   */
  @ParameterizedTest
  @ValueSource(strings = {"trace", "serve", "attach", "mount"})
  void runsBackgroundThreadsAtLowPriorityWhenPermitted(String command) throws Exception {
    assumeTrue(mayChangePriorities(), "may not change priorities");
    checkout.addJdk("17.0.1");

    assertThat(launch(command).out())
        .contains("-Dcolophon.idle=true")
        .contains("-XX:ThreadPriorityPolicy=1", "-XX:JavaPriority1_To_OSPriority=10");
    assertThat(launch("lineage").out()).doesNotContain("Priority");
    assertThat(launchWith(Map.of("COLOPHON_NICE", "4"), command).out())
        .contains("-XX:JavaPriority1_To_OSPriority=4");
    assertThat(launchWith(Map.of("COLOPHON_NICE", "0"), command).out())
        .doesNotContain("Priority", "colophon.idle");
  }

  @Test
  void limitsMemoryOfServicesButNotOfQueries() throws Exception {
    checkout.addJdk("17.0.1");

    assertThat(launch("serve").out()).contains("-Xmx384m\n", "-XX:MaxDirectMemorySize=64m\n");
    assertThat(launch("lineage").out()).doesNotContain("-Xmx", "MaxDirectMemorySize");
    assertThat(launchWith(Map.of("COLOPHON_HEAP", "2g"), "serve").out())
        .contains("-Xmx2g\n")
        .doesNotContain("-Xmx384m");
    assertThat(launchWith(Map.of("COLOPHON_JAVA_OPTS", "-Xmx3g"), "serve").out())
        .containsSubsequence("-Xmx384m\n", "-Xmx3g\n");
    Outcome refused = launchWith(Map.of("COLOPHON_HEAP", "much"), "serve");
    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.err()).contains("COLOPHON_HEAP is 'much', not a size such as 2g");
  }

  @ParameterizedTest
  @CsvSource({"memory.max, 0::", "memory/memory.limit_in_bytes, 4:memory:"})
  void limitsServiceToHalfOfControlGroup(String file, String line) throws Exception {
    checkout.addJdk("17.0.1");
    Path groups = directory.resolve("groups");
    int slash = file.lastIndexOf('/') + 1;
    Path group = Files.createDirectories(groups.resolve(file.substring(0, slash) + "outer/inner"));
    Files.writeString(group.resolve(file.substring(slash)), "max\n");
    Files.writeString(group.resolveSibling(file.substring(slash)), (300 << 20) + "\n");
    Path own =
        Files.writeString(directory.resolve("cgroup"), "2:cpu:/\n" + line + "/outer/inner\n");

    Outcome outcome =
        launchWith(
            Map.of("COLOPHON_CGROUPS", groups.toString(), "COLOPHON_CGROUP_FILE", own.toString()),
            "serve");

    assertThat(outcome.out()).contains("-Xmx150m\n");
  }

  @Test
  void rejectsAnInvalidNiceness() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launchWith(Map.of("COLOPHON_NICE", "-5"), "serve");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("COLOPHON_NICE is '-5', not a number from 0 to 19");
  }

  @Test
  void doesNotChangeNicenessThatCannotBeRestoredOrWasSet() throws Exception {
    checkout.addJdk("17.0.1");
    String launcher = checkout.launcher.toString();
    launch("serve"); // builds first

    Outcome niced =
        checkout.run(directory, NOTHING_MORE, "/usr/bin/nice", "-n", "5", launcher, "serve");
    Outcome inNamespace =
        checkout.run(directory, NOTHING_MORE, "/usr/bin/unshare", "-Ur", launcher, "serve");

    assertThat(niced.status()).isZero();
    assertThat(niced.out()).contains("serve").doesNotContain("Priority");
    assertThat(inNamespace.out()).doesNotContain("Priority");
    Outcome ofAClass =
        checkout.run(directory, NOTHING_MORE, "/usr/bin/chrt", "-b", "0", launcher, "serve");
    assertThat(ofAClass.out()).contains("serve").doesNotContain("Priority", "colophon.idle");
  }

  private boolean mayChangePriorities() throws Exception {
    String comesBack = "[ \"$(id -u) $(nice -n 1 nice -n -1 nice 2>/dev/null)\" = '0 0' ]";
    return checkout.run(directory, NOTHING_MORE, "bash", "-c", comesBack).status() == 0;
  }

  @ParameterizedTest
  @CsvSource({
    "'', C.UTF-8 ''",
    "LC_ALL=C, C.UTF-8 =C",
    "LC_ALL=C LANG=C.UTF-8, C.UTF-8 =C",
    "LC_ALL= LC_CTYPE=POSIX LANG=C.UTF-8, C.UTF-8 =",
    "LANG=xx_XX.UTF-8, C.UTF-8 ''",
    "LANG=C.UTF-8, unset unset",
    "LC_CTYPE=C.UTF-8 LANG=C, unset unset",
    "LC_ALL=C.UTF-8, C.UTF-8 unset",
    "LC_ALL=C.UTF-8 COLOPHON_LC_ALL==C, C.UTF-8 =C",
    "LANG=C.UTF-8 COLOPHON_LC_ALL==C, unset unset"
  })
  void startsJavaInUtf8AndKeepsTheLocale(String given, String told) throws Exception {
    checkout.tellLocale(checkout.addJdk("17.0.1"));
    Map<String, String> environment = new HashMap<>();
    for (String variable : given.split(" ")) {
      int sign = variable.indexOf('=');
      if (sign > 0) {
        environment.put(variable.substring(0, sign), variable.substring(sign + 1));
      }
    }

    Outcome outcome = launchWith(environment, "trace");

    assertThat(outcome.out()).isEqualTo(told.replace("''", "") + "\n");
  }

  @Test
  void showsTheOutputOfMavenWhenTheBuildFails() throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addMaven(1);

    Outcome outcome = launch("status");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("what Maven said").contains("the build failed");
  }

  @Test
  void namesOnlyMissingModulesWhenTesting() throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addTools("strace", "dot", "gcc", "make", "ar");

    Outcome outcome = launch("test", "core/api");

    assertThat(outcome.err()).contains("python3");
    assertThat(outcome.err()).doesNotContain("strace").doesNotContain("graphviz");
  }

  @Test
  void testsCliBesideOtherModulesOnceAllAreInstalled() throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addTestTools();

    Outcome outcome = launch("test");

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(checkout.mavenCalls()).hasSize(3);
    assertThat(checkout.mavenCalls().get(0)).endsWith(" -DskipTests install");
    assertThat(checkout.mavenCalls().subList(1, 3))
        .allMatch(call -> call.endsWith(" verify"))
        .anyMatch(call -> call.contains(" -pl cli "))
        .anyMatch(call -> call.contains(" -pl !cli "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cli", "!cli"})
  void failsWhenTestsOfOnePartFail(String part) throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addTestTools();
    checkout.failMaven(part);

    assertThat(launch("test", "--all-jdks").status()).isNotZero();
    assertThat(checkout.mavenCalls()).hasSize(3);
  }

  @Test
  void testsOnlyModulesThatDependOnTheJdkOnTheNewest() throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addJdk("25.0.1");
    checkout.addTestTools();
    checkout.addTest("core/api", "@Tag(\"jdk\") class SomeTest {}");
    checkout.addTest("core/kernel", "class SomeTest {}");
    checkout.addTest("query", "@Tag(\"jdk\") class SomeTest {}");

    Outcome outcome = launch("test", "--all-jdks");

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(checkout.mavenCalls()).hasSize(5);
    assertThat(checkout.mavenCalls().subList(3, 5))
        .allMatch(call -> call.contains("/jdk-25.0.1/bin/java "))
        .anyMatch(call -> call.contains(" -pl cli "))
        .anyMatch(call -> call.contains(" -pl core/api,query "));
  }

  @Test
  void explainsTheBenchmarksWithoutInstalling() throws Exception {
    checkout.addJdk("17.0.1");

    assertThat(launch("bench", "fuse", "--help").err()).doesNotContain("needs", "install");
    assertThat(launch("bench", "fuse").err()).contains("the benchmarks needs", "bindfs");
  }

  @Test
  void rejectsUnknownModuleWhenTesting() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch("test", "kernle");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("no module 'kernle'").contains("reporters/strace");
  }

  @ParameterizedTest
  @CsvSource({
    "build, nonsense, no target 'nonsense'; see ./build --help",
    "build, plugin, plugin needs one name; see ./build --help",
    "test, --nonsense, unknown option '--nonsense'; see ./test --help"
  })
  void rejectsWrongUsageOfScripts(String script, String argument, String message) throws Exception {
    Outcome outcome =
        checkout.run(directory, NOTHING_MORE, checkout.root.resolve(script).toString(), argument);

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).isEqualTo("colophon: " + message + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"build", "test"})
  void explainsScripts(String script) throws Exception {
    Outcome outcome =
        checkout.run(directory, NOTHING_MORE, checkout.root.resolve(script).toString(), "--help");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).startsWith("Usage: ./" + script);
    assertThat(checkout.mavenCalls()).isEmpty();
  }

  @Test
  void refusesUnknownClassOfModuleToTest() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch("test", "core/api", "KernleTest#opens");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("no test class 'KernleTest' in core");
  }

  @Test
  void buildsBenchmarksOnceWhenRunTwice() throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addTools("strace", "gcc", "git", "bindfs");

    Outcome first = launch("bench", "micro", "--help");
    Outcome second = launch("bench", "micro", "--help");

    assertThat(first.err()).contains("building the benchmarks");
    assertThat(second.err()).isEmpty();
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void reportsAReadOnlyCheckout() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launchAsSomebodyWhoMayNotWrite("status");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("read-only").contains("use a copy of your own");
    assertThat(checkout.mavenCalls()).isEmpty();
  }

  @Test
  void runsWhenCheckoutIsReadOnlyAndBuilt() throws Exception {
    checkout.addJdk("17.0.1");
    launch("status");

    Outcome outcome = launchAsSomebodyWhoMayNotWrite("status");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("org.colophon.cli.Main\nstatus\n");
  }

  private Outcome launch(String... args) throws Exception {
    return launchWith(NOTHING_MORE, args);
  }

  private Outcome launchWith(Map<String, String> environment, String... args) throws Exception {
    return checkout.run(directory, environment, command(checkout.launcher.toString(), args));
  }

  /**
   * Runs the launcher without write permission: root switches to the user nobody, and other users
   * remove the permission.
   */
  private Outcome launchAsSomebodyWhoMayNotWrite(String... args) throws Exception {
    Path cli = checkout.root.resolve("cli");
    try (Stream<Path> files = Files.walk(cli)) {
      for (Path file : files.filter(Files::isDirectory).toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
      }
    }
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    String[] command = command(checkout.launcher.toString(), args);
    if ("root".equals(System.getProperty("user.name"))) {
      command = command("/usr/bin/setpriv", command("--reuid=65534", command));
    }
    Outcome outcome = checkout.run(Path.of("/"), NOTHING_MORE, command);
    try (Stream<Path> files = Files.walk(cli)) {
      for (Path file : files.filter(Files::isDirectory).toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    return outcome;
  }

  private static String[] command(String first, String... rest) {
    return Stream.concat(Stream.of(first), Stream.of(rest)).toArray(String[]::new);
  }
}

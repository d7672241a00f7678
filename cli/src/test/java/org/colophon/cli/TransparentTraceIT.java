// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.colophon.cli.FakeCheckout.Outcome;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that commands traced through the launcher behave as without a trace. */
class TransparentTraceIT {
  /** Prints a program's view of its environment, except for details that no tracer can hide. */
  private static final String PROBE =
      """
      p=/proc/$$
      grep -E '^(Umask|Uid|Gid|Groups|Threads|Sig(Blk|Ign)|Shd|Cap|Cpus|Mems)' $p/status |
        sed 's/^SigIgn:.*\\(....\\)$/SigIgn: \\1/'
      cat $p/limits $p/oom_score_adj $p/cgroup
      sed 's/.*) //' $p/stat | cut -d ' ' -f 3-5,16,17,38-39
      tr '\\0' '\\n' <$p/environ | sort
      tr '\\0' '\\n' <$p/cmdline
      for fd in $p/fd/*; do echo "${fd##*/} $(readlink "$fd")"; done
      readlink $p/cwd $p/root
      nproc
      """;

  @TempDir private static Path shared;

  private static FakeCheckout checkout;
  private static Path jdk;

  @TempDir private Path directory;

  private Path work;

  @BeforeAll
  static void makeCheckout() throws Exception {
    checkout = new FakeCheckout(shared);
    jdk = checkout.addJdk(Runtime.version().feature() + ".0.1");
    checkout.useRealJava(jdk);
    assertThat(shell(shared, shared, "\"$LAUNCHER\" --version").status()).isZero(); // builds first
  }

  @BeforeEach
  void makeFiles() throws IOException {
    work = Files.createDirectory(directory.resolve("work"));
    Files.writeString(work.resolve("probe"), PROBE);
  }

  private Outcome shell(String script) throws Exception {
    return shell(directory, work, script);
  }

  private static Outcome shell(Path home, Path work, String script) throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", shared.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("JAVA_HOME", jdk.toString());
    environment.put("HOME", home.toString());
    environment.put("LAUNCHER", checkout.launcher.toString());
    environment.put("COLOPHON_STORE", home.resolve("store").toString());
    return checkout.run(
        work, environment, "bash", "-c", script.replace("TRACE", "\"$LAUNCHER\" trace"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void passesTheStateOfTheCallerToTheCommand(String source) throws Exception {
    String start =
        "umask 027; ulimit -Sn 300; trap '' HUP PIPE USR2; export x=$'a\\nb' OLDPWD=/;"
            + " exec 3<probe 7>seven 2>err </dev/null; ";
    String first = "env -u PWD -u SHLVL _=me sh probe a 'b c' >out; cp out untraced; ";
    String second = "env -u PWD -u SHLVL _=me TRACE --with " + source + " -- sh probe a 'b c' >out";

    Outcome outcome = shell(start + first + second);

    String errors = Files.readString(work.resolve("err"));
    assumeSource(outcome.status(), errors);
    assertThat(outcome.status()).as(errors).isZero();
    assertThat(normal("out")).isEqualTo(normal("untraced"));
    assertThat(normal("out")).contains("3 ", "7 ", "300");
  }

  private static void assumeSource(int status, String errors) {
    Assumptions.assumeTrue(
        status == 0 || !errors.matches("(?s).*(BTF|apt-get|run as root|container).*"),
        () -> "kernel events are not available here: " + errors);
  }

  private String normal(String name) throws IOException {
    return Files.readString(work.resolve(name)).replaceAll("pipe:.*", "pipe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void passesProcessSubstitutionsToTheCommand(String source) throws Exception {
    String script =
        "TRACE --with SOURCE -- sh -c 'cat \"$@\" - <&5' sh <(echo a) <(echo b) 5<<<five";

    Outcome outcome = shell(script.replace("SOURCE", source));

    assumeSource(outcome.status(), outcome.err());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo("a\nb\nfive\n");
  }

  @Test
  void sharesJobServerOfMake() throws Exception {
    String makefile = "printf 'all:\\n\\t+@\"$$LAUNCHER\" trace -- $(MAKE) -s -f inner\\n' > m; ";
    String inner = "printf 'all: a b\\na b:\\n\\t@echo $@\\n' > inner; ";

    Outcome outcome = shell(makefile + inner + "make -s -j2 -f m | sort");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo("a\nb\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 3", "kill -TERM $$"})
  void endsWithStatusOfCommand(String end) throws Exception {
    int status = shell("sh -c '" + end + "'").status();

    assertThat(shell("TRACE -- sh -c '" + end + "'").status()).isEqualTo(status);
  }

  @Test
  void endsWithCommandThatLeavesProcessBehind() throws Exception {
    String daemon =
        "(setsid sh -c 'echo $$ > pid; read x < in; echo x > copy; while [ -e pid ]; do sleep 1; done'"
            + " >/dev/null 2>&1 &)";
    String wait = "; until [ -s copy ]; do sleep 0.05; done";

    Files.writeString(work.resolve("in"), "x\n");

    Outcome outcome = shell("TRACE -- sh -c \"" + daemon.replace("$", "\\$") + wait + "\"");
    Outcome asked = shell("TRACE -v -- true; kill -0 $(cat pid) && echo alive; kill $(cat pid)");
    Outcome status = shell("\"$LAUNCHER\" lineage --descendants in");

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(asked.out()).contains("alive");
    assertThat(status.out()).contains("no longer watched");
  }

  @Test
  void waitsForAllProcessesIfRequested() throws Exception {
    Outcome outcome = shell("TRACE --wait-all -- sh -c '(sleep 1; echo x > late) & exit 4'");

    assertThat(outcome.status()).isEqualTo(4);
    assertThat(work.resolve("late")).hasContent("x");
  }

  @Test
  void keepsPrivilegeOfSetUserIdProgramUnderRoot() throws Exception {
    Assumptions.assumeTrue(
        Files.exists(Path.of("/usr/sbin/runuser")) && isRoot(), "needs root and runuser");
    Path program = Files.createTempFile(Path.of("/tmp"), "id", "");
    String make = "cp $(command -v id) PROGRAM; chmod 4755 PROGRAM; ";
    String run = "TRACE --with strace -- runuser -u nobody -- PROGRAM -u";
    String hidden =
        "; TRACE --with strace -- sh -c 'run\"\"user -u nobody -- PROGRAM -u; echo > lost'";
    try {
      Outcome outcome = shell((make + run + hidden).replace("PROGRAM", program.toString()));
      Outcome asked = shell("\"$LAUNCHER\" status");

      assertThat(outcome.out()).as(outcome.err()).isEqualTo("0\n65534\n");
      assertThat(asked.out()).contains("without their privilege");
    } finally {
      Files.delete(program);
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }
}

package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who did it. */
class ProcessIT {
  @TempDir Path folder;

  private static List<ProcessInfo> using(Mounted mounted, String name, AccessMode mode) {
    LineageReader reader = mounted.reader();
    List<ProcessInfo> found = new ArrayList<>();
    reader.accessesOfObject(
        mounted.object(name),
        mode.bit(),
        (process, object, kind, first, last, count, bytes, begin, end) ->
            found.add(reader.process(process)));
    return found;
  }

  @Test
  void shouldTellProgramsApartWhenOneReplacesAnotherInAProcess() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run("echo text > a; exec 3> out; bash -c 'echo from shell >&3; exec cat a' >&3");

      List<ProcessInfo> writers = using(mounted, "out", AccessMode.WRITE);
      assertThat(writers).extracting(p -> name(p)).contains("bash", "cat");
      assertThat(using(mounted, "a", AccessMode.READ)).extracting(p -> name(p)).containsOnly("cat");
    }
  }

  private static String name(ProcessInfo process) {
    return Path.of(process.declaration().executable().toString()).getFileName().toString();
  }

  @Test
  void shouldTellProgramsApartWhenASecondThreadReplacesTheProgram() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run(
          "echo text > a; python3 -c 'import os, threading\nopen(\"seen\", \"w\").write(\"x\")\n"
              + "thread = threading.Thread(target=lambda: os.execvp(\"cp\", [\"cp\", \"a\", \"b\"]))\n"
              + "thread.start()\nthread.join()'");

      List<ProcessInfo> copiers = using(mounted, "b", AccessMode.WRITE);
      assertThat(copiers).extracting(p -> name(p)).containsExactly("cp");
      List<Long> causes = new ArrayList<>();
      mounted
          .reader()
          .causesOfProcess(
              copiers.get(0).id(), (effect, cause, kind, lsn, nanos) -> causes.add(cause));
      assertThat(using(mounted, "seen", AccessMode.WRITE))
          .extracting(ProcessInfo::id)
          .isEqualTo(causes);
    }
  }

  @Test
  void shouldChargeTheirProgramWhenThreadsComeAndGo() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run(
          "python3 -c 'import threading\ndef work(n):\n"
              + "  open(\"t%d\" % n, \"w\").write(\"x\")\n"
              + "for n in range(40):\n"
              + "  thread = threading.Thread(target=work, args=(n,))\n"
              + "  thread.start()\n  thread.join()'");

      List<ProcessInfo> writers = new ArrayList<>();
      for (int n = 0; n < 40; n++) {
        writers.addAll(using(mounted, "t" + n, AccessMode.WRITE));
      }
      assertThat(writers).hasSize(40);
      assertThat(writers).extracting(ProcessInfo::id).containsOnly(writers.get(0).id());
      assertThat(name(writers.get(0))).startsWith("python");
    }
  }

  /** What one thread learns of an execve must hold for all before any goes on. */
  @Test
  void shouldChargeTheNewProgramWhenManyCallExecveAtOnce() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run("echo text > a; seq 200 | xargs -P 8 -I N sh -c 'exec cp a bN'");

      for (int n = 1; n <= 200; n++) {
        assertThat(using(mounted, "b" + n, AccessMode.WRITE))
            .as("who wrote b%d", n)
            .extracting(p -> name(p))
            .containsExactly("cp");
      }
    }
  }

  @Test
  void shouldKnowCommandUserAndParentsWhenAProcessActs() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run("chmod 777 .; setpriv --reuid=65534 --clear-groups sh -c 'tee out < /dev/null'");
      mounted.run("sh -c 'sh -c \"printf x | tee deep >/dev/null; true\"; true'");

      LineageReader reader = mounted.reader();
      ProcessInfo tee = using(mounted, "deep", AccessMode.WRITE).get(0);
      assertThat(tee.declaration().arguments())
          .map(Object::toString)
          .containsExactly("tee", "deep");
      List<LinkKind> chain = new ArrayList<>();
      climb(reader, tee.id(), chain);
      assertThat(chain).startsWith(LinkKind.EXEC, LinkKind.FORK, LinkKind.EXEC, LinkKind.FORK);
    }
  }

  private static void climb(LineageReader reader, long process, List<LinkKind> chain) {
    reader.causesOfProcess(
        process,
        (effect, cause, kind, lsn, nanos) -> {
          chain.add(kind);
          climb(reader, cause, chain);
        });
  }

  @Test
  void shouldRecordNothingWhenExcludedOrOfOtherUsers() throws Exception {
    try (Mounted mounted = new Mounted(folder, "exclude", "*.tmp,/cache", "users", "root")) {
      mounted.run(
          "chmod 777 .; echo x > seen; echo x > un.tmp; mkdir -p cache/in; echo x > cache/in/f;"
              + " setpriv --reuid=65534 --clear-groups sh -c 'echo x > other'");

      assertThat(mounted.object("seen")).isNotZero();
      assertThat(mounted.object("un.tmp")).isZero();
      assertThat(mounted.object("cache/in/f")).isZero();
      assertThat(mounted.object("other")).isZero();
    }
  }

  @Test
  void shouldBeOneObjectWhenSeenByTwoNames() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run("echo x > a; ln a b; mkdir d; mv b d/c");

      LineageReader reader = mounted.reader();
      assertThat(mounted.object("d/c")).isNotZero().isEqualTo(mounted.object("a"));
      long below =
          reader.resolve(org.colophon.core.model.Bytes.of(mounted.source + "/d/c"), Long.MAX_VALUE);
      assertThat(below).isEqualTo(mounted.object("a"));
      assertThat(mounted.object("b")).isZero();
    }
  }

  @Test
  void shouldCountCodeAsCodeWhenAProgramIsRunInTheMount() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      Files.copy(Path.of("/bin/cat"), mounted.source.resolve("mycat"));
      mounted.run("chmod 755 mycat; echo x > in; ./mycat in > out");

      assertThat(using(mounted, "mycat", AccessMode.CODE))
          .extracting(p -> name(p))
          .contains("mycat");
      assertThat(mounted.ancestors("out")).contains("in").doesNotContain("mycat");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the attribution of accesses to programs. */
class ProcessIT {
  @TempDir Path directory;

  private static List<ProcessInfo> using(Mounted mounted, String name, AccessMode mode) {
    return using(mounted, mounted.object(name), mode);
  }

  private static List<ProcessInfo> using(Mounted mounted, long file, AccessMode mode) {
    LineageReader reader = mounted.reader();
    List<ProcessInfo> found = new ArrayList<>();
    reader.accessesOfObject(
        file,
        mode.bit(),
        (process, object, kind, first, last, count, bytes, begin, end) ->
            found.add(reader.process(process)));
    return found;
  }

  @Test
  void distinguishesProgramsOfOneProcess() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
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
  void distinguishesProgramsIfSecondThreadExecs() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
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
  void attributesAccessesOfShortLivedThreadsToTheirProgram() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
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

  /**
   * Checks that all threads use the new program once one thread has read the event of an execve.
   */
  @Test
  void attributesAccessesToNewProgramsIfManyCallExecveAtOnce() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("echo text > a; seq 200 | xargs -P 8 -I N sh -c 'exec cp a bN'");

      for (int n = 1; n <= 200; n++) {
        assertThat(using(mounted, "b" + n, AccessMode.WRITE))
            .as("programs that wrote b%d", n)
            .extracting(p -> name(p))
            .containsExactly("cp");
      }
    }
  }

  @Test
  void recordsCommandUserAndParentsOfProcess() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
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

  private List<String> argumentsRecorded(String... options) throws Exception {
    try (Mounted mounted = new Mounted(directory, options)) {
      mounted.run("echo text > a");
      String inside = "cd " + mounted.mount + " && cat a > copy";
      // A shell that only starts another one never uses the mount.
      Mounted.run(List.of("sh", "-c", "sh -c '" + inside + "'; true --token=secret"), directory);
      LineageReader reader = mounted.reader();
      List<String> arguments = new ArrayList<>();
      for (long id = 1; id <= reader.lastProcess(); id++) {
        ProcessInfo process = reader.process(id);
        arguments.addAll(process.declaration().arguments().stream().map(Object::toString).toList());
      }
      assertThat(arguments).contains("cat", "cd " + mounted.mount + " && cat a > copy");
      return arguments;
    }
  }

  @Test
  void storesNoArgumentsOfAncestorsByDefault() throws Exception {
    assertThat(argumentsRecorded()).noneMatch(each -> each.contains("secret"));
  }

  @Test
  void storesArgumentsOfAncestorsIfOptionIsFull() throws Exception {
    assertThat(argumentsRecorded("ancestors", "full")).anyMatch(each -> each.contains("secret"));
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
  void recordsNothingOfExcludedPathsAndUsers() throws Exception {
    try (Mounted mounted = new Mounted(directory, "exclude", "*.tmp,/cache", "users", "root")) {
      mounted.run(
          "chmod 777 .; echo x > seen; echo x > un.tmp; mkdir -p cache/in; echo x > cache/in/f;"
              + " setpriv --reuid=65534 --clear-groups sh -c 'echo x > other'");

      assertThat(mounted.object("seen")).isNotZero();
      assertThat(mounted.object("un.tmp")).isZero();
      assertThat(mounted.object("cache/in/f")).isZero();
      assertThat(mounted.object("other")).isZero();
    }
  }

  /**
   * Checks that the names before the move of the directory are recorded, and later names are not.
   */
  @Test
  void stopsRecordingWhenDirectoryLeavesScope() throws Exception {
    try (Mounted mounted = new Mounted(directory, "exclude", "/secret")) {
      mounted.run("mkdir pub; echo x > pub/f");
      long file = mounted.object("pub/f");
      mounted.run(
          "exec 3< pub/f; mv pub secret; cat secret/f <&3; head -c 9 /dev/zero >> secret/f");

      assertThat(using(mounted, file, AccessMode.WRITE)).hasSize(1);
      assertThat(using(mounted, file, AccessMode.READ)).isEmpty();
      assertThat(mounted.object("secret/f")).isZero();
      assertThat(mounted.object("pub")).isZero();
    }
  }

  @Test
  void recordsFileAgainAfterItReturnsToScope() throws Exception {
    String script =
        "mkdir secret pub d; for f in linked moved given; do echo x > secret/$f; cat secret/$f; done;"
            + " ln secret/linked pub/linked; mv secret/moved pub; echo y > pub/taken;"
            + " python3 -c 'import ctypes; ctypes.CDLL(None).renameat2(-100, b\"secret/given\", -100,"
            + " b\"pub/taken\", 2)'; mkdir secret/in; echo x > secret/in/f; mv secret/in d;"
            + " for f in pub/linked pub/moved pub/taken d/in/f; do echo z >> $f; done;"
            + " cat secret/given";
    try (Mounted mounted = new Mounted(directory, "exclude", "/secret")) {
      mounted.run(script);

      for (String name : List.of("pub/linked", "pub/moved", "pub/taken", "d/in/f")) {
        assertThat(using(mounted, name, AccessMode.WRITE)).as(name).hasSize(1);
      }
      for (String name : List.of("linked", "moved", "given", "in", "in/f")) {
        assertThat(mounted.object("secret/" + name)).as(name).isZero();
      }
    }
  }

  @Test
  void namesFileAfterDirectoryReturned() throws Exception {
    String script =
        "mkdir pub; echo x > pub/f; mv pub secret; mv secret back;"
            + " echo y >> back/f; mkdir a; echo x > a/f; mv a secret; mv secret a; echo y >> a/f";
    try (Mounted mounted = new Mounted(directory, "exclude", "/secret")) {
      mounted.run(script);

      for (String name : List.of("back/f", "a/f")) {
        assertThat(using(mounted, name, AccessMode.WRITE)).as(name).hasSize(2);
      }
    }
  }

  /**
   * Lets the process that opened the file end before Linux writes the changed pages of the mapping.
   */
  @Test
  void attributesMappedWriteOfInheritedDescriptor() throws Exception {
    String program =
        "import mmap; m = mmap.mmap(1, 5); m[:] = open(\"in\", \"rb\").read(5); m.flush()";
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "echo text > in; echo ..... > out; bash -c 'exec python3 -c \"$0\" 1<> out' '"
              + program
              + "'");

      assertThat(mounted.source.resolve("out")).hasContent("text\n\n");
      assertThat(using(mounted, "out", AccessMode.WRITE))
          .anyMatch(p -> name(p).startsWith("python"));
      assertThat(mounted.ancestors("out")).contains("in");
    }
  }

  @Test
  void attributesMappedWriteAfterFileReturned() throws Exception {
    String program =
        "import mmap, os; fd = os.open(\"pub/f\", os.O_RDWR); m = mmap.mmap(fd, 5);"
            + " os.rename(\"pub/f\", \"secret/f\"); os.rename(\"secret/f\", \"pub/f\");"
            + " os.pread(fd, 1, 0); m[:] = b\"text.\"; m.flush()";
    try (Mounted mounted = new Mounted(directory, "exclude", "/secret")) {
      mounted.run("mkdir pub secret; echo ..... > pub/f; python3 -c '" + program + "'");

      assertThat(mounted.source.resolve("pub/f")).hasContent("text.\n");
      assertThat(using(mounted, "pub/f", AccessMode.WRITE))
          .anyMatch(p -> name(p).startsWith("python"));
    }
  }

  /** Reuses the pid of a daemon's parent, which ends long before the daemon uses the mount. */
  @Test
  void distinguishesProcessesWithSamePid() throws Exception {
    Path script = directory.resolve("reuse.py");
    Files.writeString(script, REUSE);
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("python3 ../reuse.py");

      ProcessInfo daemon = using(mounted, "daemon", AccessMode.WRITE).get(0);
      ProcessInfo other = using(mounted, "other", AccessMode.WRITE).get(0);
      List<ProcessInfo> parents = new ArrayList<>();
      LineageReader reader = mounted.reader();
      reader.causesOfProcess(
          daemon.id(), (effect, cause, kind, lsn, nanos) -> parents.add(reader.process(cause)));
      assertThat(parents).hasSize(1);
      assertThat(parents.get(0).declaration().pid()).isEqualTo(other.declaration().pid());
      assertThat(parents.get(0).id()).isNotEqualTo(other.id());
    }
  }

  /** Program that starts a process with a given pid by clone3 with set_tid. */
  private static final String REUSE =
      """
      import ctypes, os, struct, time
      go, over = os.pipe(), os.pipe()
      begun = time.monotonic()
      middle = os.fork()
      if middle == 0:
          if os.fork() == 0:
              os.read(go[0], 1)
              open('daemon', 'w').write('x')
              os.write(over[1], b'xx')
          os._exit(0)
      os.waitpid(middle, 0)
      while time.monotonic() < begun + 0.1:
          pass  # the start of a process is told in hundredths of a second
      pid = ctypes.c_int(middle)
      words = struct.pack('<11Q', 0, 0, 0, 0, 17, 0, 0, 0, ctypes.addressof(pid), 1, 0)
      other = ctypes.CDLL(None).syscall(435, ctypes.create_string_buffer(words), len(words))
      if other == 0:
          open('other', 'w').write('x')
          os.write(go[1], b'x')
          os.read(over[0], 1)
          os._exit(0)
      assert other == middle, (other, middle)
      os.waitpid(other, 0)
      """;

  @Test
  @Timeout(60)
  void recordsGapForOtherPidNamespace() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Path mount = Files.createDirectories(directory.resolve("mount"));
    List<String> words =
        List.of(
            "unshare",
            "--pid",
            "--fork",
            "--kill-child",
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            MountProgram.class.getName(),
            directory.resolve("store").toString(),
            source.toString(),
            mount.toString(),
            "async");
    Process server =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader lines = server.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("mounted");
      Mounted.run(List.of("sh", "-ec", "echo x > f; cat f"), mount);
      Mounted.run(List.of("umount", mount.toString()), directory);
      assertThat(lines.readLine()).contains("EVENTS_LOST");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void treatsFileWithTwoNamesAsOneObject() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
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
  void recordsExecutionInMountAsLoad() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      Files.copy(Path.of("/bin/cat"), mounted.source.resolve("mycat"));
      mounted.run("chmod 755 mycat; echo x > in; ./mycat in > out");

      assertThat(using(mounted, "mycat", AccessMode.CODE))
          .extracting(p -> name(p))
          .contains("mycat");
      assertThat(mounted.ancestors("out")).contains("in").doesNotContain("mycat");
    }
  }
}

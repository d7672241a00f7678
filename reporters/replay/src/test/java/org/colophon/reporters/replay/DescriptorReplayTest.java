// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.junit.jupiter.api.Test;

/** Tests descriptors: copies, closes and names, and objects without a name. */
class DescriptorReplayTest {
  private final ReplayFixture replay = new ReplayFixture();

  private List<String> after(String... lines) {
    return replay.after(lines);
  }

  @Test
  void reportsCloseOnlyOfLastDescriptor() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3", "dup(3) = 4", "fcntl(3, F_DUPFD, 10) = 10");
    assertThat(after("close(3) = 0", "close(4) = 0")).isEmpty();
    assertThat(after("close(10) = 0")).containsExactly("10 CLOSE /w/a 0");
    assertThat(after("read(10, \"\", 5) = -1 EBADF (Bad file descriptor)")).isEmpty();
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3", "openat(AT_FDCWD, \"b\", O_RDONLY) = 4");
    assertThat(after("close_range(3, 4294967295, 0) = 0"))
        .containsExactly("10 CLOSE /w/a 0", "10 CLOSE /w/b 0");
  }

  @Test
  void followsCopiesOfDescriptors() {
    after("openat(AT_FDCWD, \"a\", O_WRONLY) = 3", "openat(AT_FDCWD, \"b\", O_WRONLY) = 4");
    assertThat(after("dup2(3, 1) = 1", "dup3(4, 2, O_CLOEXEC) = 2", "dup2(3, 3) = 3"))
        .containsExactly("10 OPEN /w/a 0", "10 OPEN /w/b 0");
    assertThat(after("write(1, \"\", 1) = 1", "write(2, \"\", 1) = 1"))
        .containsExactly("10 WRITE /w/a 1", "10 WRITE /w/b 1");
    assertThat(after("fcntl(1, F_DUPFD_CLOEXEC, 0) = 7", "write(7, \"\", 1) = 1"))
        .containsExactly("10 OPEN /w/a 0", "10 WRITE /w/a 1");
  }

  @Test
  void ignoresLateCloseOfReusedDescriptor() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    after("clone3({flags=CLONE_VM|CLONE_FILES|CLONE_FS|CLONE_THREAD, stack=0x1}, 88) = 11");
    after("11 close(3 <unfinished ...>");
    after("openat(AT_FDCWD, \"b\", O_RDONLY) = 3", "11 <... close resumed>) = 0");
    assertThat(after("read(3, \"\", 1) = 1")).containsExactly("10 READ /w/b 1");
  }

  @Test
  void opensDescriptorsByNamesInProc() {
    after("pipe2([3, 4], 0) = 0", "openat(AT_FDCWD, \"/dev/fd/3\", O_RDONLY) = 5");
    assertThat(after("read(5, \"\", 1) = 1")).containsExactly("10 READ pipe:[10.1] 1");
    after("dup2(4, 1) = 1", "openat(AT_FDCWD, \"/dev/stdout\", O_WRONLY) = 6");
    assertThat(after("write(6, \"\", 1) = 1")).containsExactly("10 WRITE pipe:[10.1] 1");
  }

  @Test
  void identifiesFilesByDecorations() {
    assertThat(after("openat(AT_FDCWD</cwd>, \"l\", O_RDONLY) = 3</real/target>"))
        .containsExactly("10 OPEN /real/target 0");
    assertThat(after("read(8<pipe:[99]>, \"\", 1) = 1")).containsExactly("10 READ pipe:[99] 1");
    assertThat(after("write(9</deleted/file (deleted)>, \"\", 1) = 1"))
        .containsExactly("10 WRITE /deleted/file (deleted) 1");
  }

  @Test
  void followsPathOnlyDescriptor() {
    after("open(\"a\", O_RDONLY) = 9", "open(\"a\", O_RDONLY|O_PATH|O_CLOEXEC) = 3");
    assertThat(after("open(\"/proc/self/fd/3\", O_WRONLY|O_TRUNC) = 4"))
        .containsExactly("10 OPEN /w/a 0", "10 cut /w/a");
    assertThat(after("write(4, \"\", 9) = 9")).containsExactly("10 WRITE /w/a 9");
    assertThat(after("chmod(\"/proc/self/fd/3\", 0600) = 0")).containsExactly("10 METADATA /w/a 0");
    after("linkat(AT_FDCWD, \"/proc/self/fd/3\", AT_FDCWD, \"b\", AT_SYMLINK_FOLLOW) = 0");
    assertThat(after("open(\"b\", O_RDONLY) = 5", "read(5, \"\", 1) = 1"))
        .containsExactly("10 OPEN /w/a 0", "10 READ /w/a 1");
    after("rename(\"a\", \"c\") = 0", "open(\"/dev/fd/3\", O_RDONLY) = 6");
    assertThat(after("read(6, \"\", 1) = 1")).containsExactly("10 READ /w/a 1");
    assertThat(after("execve(\"/proc/self/fd/3\", [\"c\"], 0x7) = 0")).contains("10 LOAD /w/a 0");
  }

  @Test
  void loadsProgramThroughDescriptor() {
    after("open(\"a\", O_RDONLY) = 3");
    assertThat(after("execve(\"/proc/self/fd/3\", [\"a\"], 0x7) = 0")).contains("10 LOAD /w/a 0");
  }

  private static long written(ReplayFixture live, int fd) {
    live.after("write(" + fd + ", \"\", 1) = 1");
    return live.sink.events.get(live.sink.events.size() - 1).object();
  }

  @Test
  void distinguishesDeletedFileFromItsSuccessor() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("open(\"a\", O_RDWR) = 3");
    assertThat(written(live, 3)).isEqualTo(live.sink.resolve(Bytes.of("/w/a")));
    assertThat(Set.of(written(live, 3), written(live, 5), written(live, 6))).hasSize(3);
    assertThat(written(live, 7)).isEqualTo(live.sink.resolve(Bytes.of("/w/a (deleted)")));
    assertThat(written(live, 8)).isEqualTo(live.sink.resolve(Bytes.of("/w/a<b>")));
    assertThat(live.sink.nameOf(written(live, 9))).isEqualTo("/memfd:m (deleted)");
  }

  @Test
  void readsDecorationsOfDeletedFilesAndNamesWithBrackets() {
    after("77 read(3</w/a>(deleted), \"\", 1) = 1", "77 read(4</w/b (deleted)>, \"\", 1) = 1");
    assertThat(replay.sink.resolve(Bytes.of("/w/a"))).isZero();
    assertThat(replay.sink.resolve(Bytes.of("/w/b"))).isZero();
    after("77 read(5</w/c\\74d\\76>, \"\", 1) = 1");
    assertThat(replay.sink.resolve(Bytes.of("/w/c<d>"))).isPositive();
    after("77 openat(AT_FDCWD</w/e\\74f\\76>, \"g\", O_RDONLY) = 6</w/e\\74f\\76/g>");
    assertThat(replay.sink.resolve(Bytes.of("/w/e<f>/g"))).isPositive();
    after("77 open(\"/w/h (deleted)\", O_RDONLY) = 7</w/h (deleted)>");
    assertThat(replay.sink.resolve(Bytes.of("/w/h (deleted)"))).isPositive();
    after("77 read(8</dev/pts/0<char 136:0>>, \"\", 1) = 1");
    assertThat(replay.sink.resolve(Bytes.of("terminal:///dev/pts/0/input"))).isPositive();
  }

  @Test
  void loadsProgramWithoutName() {
    after("memfd_create(\"prog\", 0) = 8", "write(8, \"\", 9) = 9");
    assertThat(after("execveat(8, \"\", [\"p\"], 0x7 /* 0 vars */, AT_EMPTY_PATH) = 0"))
        .containsExactly(
            "10 process memfd:prog", "10 exit -1", "10 EXEC 10", "10 LOAD memfd:prog 0");
    assertThat(after("execve(\"/proc/self/fd/8\", [\"p\"], 0x7) = 0"))
        .contains("10 process memfd:prog", "10 LOAD memfd:prog 0");
    after("openat(AT_FDCWD, \".\", O_RDWR|O_TMPFILE, 0700) = 9");
    assertThat(after("execveat(9, \"\", [\"p\"], 0x7, AT_EMPTY_PATH) = 0"))
        .contains("10 process unnamed in /w", "10 LOAD unnamed in /w 0");
    after("open(\"a\", O_RDONLY) = 5", "unlink(\"a\") = 0", "open(\"a\", O_RDONLY|O_CREAT) = 6");
    List<String> executed = after("execveat(5, \"\", [\"a\"], 0x7, AT_EMPTY_PATH) = 0");
    assertThat(executed).contains("10 process /w/a", "10 LOAD /w/a 0");
    long loaded = replay.sink.events.get(replay.sink.events.size() - 1).object();
    assertThat(loaded).isNotEqualTo(replay.sink.resolve(Bytes.of("/w/a")));
    assertThat(replay.sink.resolve(Bytes.of("/w"))).isZero();
  }

  @Test
  void resolvesEmptyPathToFileOfDescriptor() {
    after("memfd_create(\"m\", 0) = 8", "open(\"a\", O_RDONLY|O_PATH) = 3");
    assertThat(
            after(
                "fchownat(8, \"\", 0, 0, AT_EMPTY_PATH) = 0",
                "utimensat(8, \"\", NULL, AT_EMPTY_PATH) = 0",
                "fchownat(3, \"\", 0, 0, AT_EMPTY_PATH) = 0",
                "fchownat(AT_FDCWD, \"\", 0, 0, AT_EMPTY_PATH) = 0"))
        .containsExactly(
            "10 METADATA memfd:m 0",
            "10 METADATA memfd:m 0",
            "10 METADATA /w/a 0",
            "10 METADATA /w 0");
  }

  @Test
  void closesDescriptorsOnExec() {
    after("open(\"a\", O_WRONLY|O_CLOEXEC) = 3", "open(\"b\", O_WRONLY) = 4");
    after("ioctl(3, FIONCLEX) = 0", "ioctl(4, FIOCLEX) = 0", "execve(\"/x\", [\"x\"], 0x7) = 0");
    assertThat(after("write(3, \"\", 1) = 1", "write(4, \"\", 1) = 1"))
        .containsExactly("10 WRITE /w/a 1", "10 gap UNKNOWN_CALL");
  }

  @Test
  void recordsOneGapForDescriptorThatNoObservedCallMade() {
    assertThat(after("read(9, \"x\", 1) = 1", "read(9, \"y\", 1) = 1"))
        .containsExactly("10 gap UNKNOWN_CALL");
    assertThat(after("read(8, \"\", 1) = 0", "write(7, \"x\", 1) = -1 EBADF (Bad file)")).isEmpty();
  }

  @Test
  void distinguishesUnknownDirectoryFromWorkingDirectory() {
    after("77 openat(5, \"x\", O_RDONLY) = 6", "77 openat(5, \"../x\", O_RDONLY) = 7");
    after("77 openat(5, \"../../d/../y\", O_RDONLY) = 7", "77 mkdirat(5, \"d\", 0777) = 0");
    after("77 fchdir(8) = 0", "77 open(\"x\", O_RDONLY) = 9", "77 openat(5, \"/z\", O_RDONLY) = 9");
    Set<String> names = new java.util.HashSet<>();
    replay.sink.firstNames.values().forEach(name -> names.add(name.toString()));
    assertThat(names)
        .containsExactlyInAnyOrder(
            "/bin/x",
            "descriptor://5 of 77.3.1/x",
            "descriptor://5 of 77.3.1/../x",
            "descriptor://5 of 77.3.1/../../y",
            "descriptor://5 of 77.3.1/d",
            "descriptor://8 of 77.3.2/x",
            "/z");
    assertThat(replay.sink.gaps)
        .containsExactly(GapCause.STARTED_BEFORE, GapCause.STARTED_BEFORE, GapCause.STARTED_BEFORE);
  }

  @Test
  void followsLinksOfProcessesInProc() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("open(\"/d\", O_RDONLY|O_DIRECTORY) = 3", "fork() = 11", "11 chdir(\"/e\") = 0");
    assertThat(
            live.after(
                "open(\"/proc/self/exe\", O_RDONLY) = 4",
                "open(\"/proc/self/cwd/a\", O_RDONLY) = 5",
                "open(\"/proc/11/cwd/a\", O_RDONLY) = 6",
                "open(\"/proc/self/root/a\", O_RDONLY) = 7",
                "open(\"/dev/fd/3/a\", O_RDONLY) = 8",
                "open(\"/proc/4711/exe\", O_RDONLY) = 9"))
        .containsExactly(
            "10 OPEN /bin/x 0",
            "10 OPEN /w/a 0",
            "10 OPEN /e/a 0",
            "10 OPEN /a 0",
            "10 OPEN /d/a 0",
            "10 OPEN /proc/4711/exe 0");
    live.after("symlink(\"/proc/self/cwd/b\", \"/l\") = 0");
    assertThat(live.after("open(\"/l\", O_RDONLY) = 10", "11 open(\"/l\", O_RDONLY) = 5"))
        .containsExactly("10 OPEN /w/b 0", "11 OPEN /e/b 0");
    assertThat(live.after("11 execve(\"/proc/self/exe\", [\"x\"], 0x7) = 0"))
        .contains("11 process /bin/x", "11 LOAD /bin/x 0");
  }

  @Test
  void followsProcExeToInterpreterOfScript() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("execve(\"/w/x.sh\", [\"x\"], 0x7) = 0", "fork() = 11");
    assertThat(live.after("11 open(\"/proc/self/exe\", O_RDONLY) = 4"))
        .containsExactly("11 OPEN /bin/sh 0");
    assertThat(live.after("execve(\"/proc/self/exe\", [\"x\"], 0x7) = 0"))
        .contains("10 process /bin/sh", "10 LOAD /bin/sh 0")
        .doesNotContain("10 LOAD /w/x.sh 0");
  }

  @Test
  void ignoresProcLinkOfUnknownProcess() {
    assertThat(after("open(\"/proc/self/exe\", O_RDONLY) = 4"))
        .containsExactly("10 OPEN /proc/10/exe 0");
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("execve(\"/w/x (deleted)\", [\"x\"], 0x7) = 0");
    assertThat(live.after("open(\"/proc/self/exe\", O_RDONLY) = 4"))
        .containsExactly("10 OPEN /proc/10/exe 0");
  }

  @Test
  void joinsEndsOfTerminal() {
    after(
        "openat(AT_FDCWD, \"/dev/ptmx\", O_RDWR|O_NOCTTY) = 3",
        "ioctl(3, TIOCGPTN, [4]) = 0",
        "openat(AT_FDCWD, \"/dev/pts/4\", O_RDWR|O_NOCTTY) = 9",
        "ioctl(3, TIOCGPTPEER, O_RDWR|O_NOCTTY) = 11");
    assertThat(after("write(3, \"x\", 1) = 1", "read(9, \"x\", 9) = 1", "read(11, \"x\", 9) = 1"))
        .containsExactly(
            "10 WRITE terminal:///dev/pts/4/input 1",
            "10 READ terminal:///dev/pts/4/input 1",
            "10 READ terminal:///dev/pts/4/input 1");
    assertThat(after("write(9, \"x\", 1) = 1", "write(11, \"x\", 1) = 1", "read(3, \"x\", 9) = 1"))
        .containsExactly(
            "10 WRITE terminal:///dev/pts/4/output 1",
            "10 WRITE terminal:///dev/pts/4/output 1",
            "10 READ terminal:///dev/pts/4/output 1");
  }

  @Test
  void separatesTerminalsWithSameNumber() {
    after(
        "open(\"/dev/ptmx\", O_RDWR) = 3", "ioctl(3, TIOCGPTN, [4]) = 0", "write(3, \"x\", 1) = 1");
    long first = lastObject();
    after("close(3) = 0", "open(\"/dev/ptmx\", O_RDWR) = 3", "ioctl(3, TIOCGPTN, [4]) = 0");
    after("open(\"/dev/pts/4\", O_RDWR) = 9", "read(9, \"x\", 9) = 1");
    assertThat(lastObject()).isNotEqualTo(first);
  }

  private long lastObject() {
    return replay.sink.events.get(replay.sink.events.size() - 1).object();
  }

  @Test
  void readsMappingUntilItBecomesWritable() {
    after("open(\"a\", O_RDWR) = 3");
    assertThat(after("mmap(NULL, 8192, PROT_READ, MAP_SHARED, 3, 0) = 0x7000"))
        .containsExactly("10 READ BEGIN /w/a 0");
    assertThat(after("mprotect(0x8000, 4096, PROT_READ) = 0")).isEmpty();
    assertThat(after("mprotect(0x9000, 4096, PROT_READ|PROT_WRITE) = 0")).isEmpty();
    assertThat(after("mprotect(0x8000, 0x1000, 0x3) = 0", "mprotect(0x7000, 0x1000, 0x3) = 0"))
        .containsExactly("10 WRITE BEGIN /w/a 0");
    assertThat(after("munmap(0x7000, 0x2000) = 0"))
        .containsExactly("10 READ END /w/a 0", "10 WRITE END /w/a 0");
  }
}

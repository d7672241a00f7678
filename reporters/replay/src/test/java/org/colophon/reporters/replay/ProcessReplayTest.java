// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;

/** Tests processes and threads: starts, ends, the order of lines, and mutual effects. */
class ProcessReplayTest {
  private static final String FORK = "clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD";

  private final ReplayFixture replay = new ReplayFixture();

  private List<String> after(String... lines) {
    return replay.after(lines);
  }

  @Test
  void inheritsDescriptorsAndDirectories() {
    after("chdir(\"/d\") = 0", "openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    assertThat(after(FORK + ", child_tidptr=0x1) = 11"))
        .containsExactly("11 process /bin/x", "11 FORK 10");
    assertThat(after("11 read(3, \"\", 1) = 1", "11 open(\"b\", O_RDONLY) = 4"))
        .containsExactly("11 READ /d/a 1", "11 OPEN /d/b 0");
    assertThat(after("11 chdir(\"/e\") = 0", "open(\"c\", O_RDONLY) = 4"))
        .containsExactly("10 OPEN /d/c 0");
    assertThat(after("11 close(3) = 0", "read(3, \"\", 1) = 1"))
        .containsExactly("11 CLOSE /d/a 0", "10 READ /d/a 1");
  }

  @Test
  void recognizesChildThatActsBeforeCloneReturns() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    for (String call : List.of("fork(", "vfork(", FORK, "clone3({flags=CLONE_VM|CLONE_VFORK}")) {
      ReplayFixture each = new ReplayFixture();
      each.after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
      String name = call.substring(0, call.indexOf('('));
      assertThat(each.after(call + " <unfinished ...>", "11 read(3, \"\", 1) = 1"))
          .containsExactly("11 process /bin/x", "11 FORK 10", "11 READ /w/a 1");
      assertThat(each.after("<... " + name + " resumed>) = 11")).isEmpty();
    }
  }

  @Test
  void keepsLinesInOrderUntilParentIsKnown() {
    after("pipe([3, 4]) = 0", "fork() = 11", "11 open(\"b\", O_RDONLY) = 5");
    assertThat(
            after(
                "fork( <unfinished ...>",
                "11 fork( <unfinished ...>",
                "12 read(5, \"\", 1) = 1",
                "12 write(4, \"\", 1) = 1",
                "10 <... fork resumed>) = 13"))
        .isEmpty();
    assertThat(after("11 <... fork resumed>) = 12", "13 read(3, \"\", 1) = 1"))
        .containsExactly(
            "12 process /bin/x",
            "12 FORK 11",
            "12 READ /w/b 1",
            "12 WRITE pipe:[10.1] 1",
            "13 process /bin/x",
            "13 FORK 10",
            "13 READ pipe:[10.1] 1");
  }

  @Test
  void replaysChildWhoseParentIsNeverKnown() {
    after("fork() = 11", "fork( <unfinished ...>", "11 fork( <unfinished ...>");
    after("12 open(\"b\", O_RDONLY) = 5");
    replay.finish();
    assertThat(replay.sink.texts()).contains("12 OPEN /w/b 0");
    assertThat(replay.sink.gaps).contains(GapCause.UNDECODABLE);
  }

  @Test
  void treatsThreadsAsOneProcess() {
    String thread = "clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD, stack=0x1}";
    assertThat(after(thread + " <unfinished ...>")).isEmpty();
    after("12 openat(AT_FDCWD, \"a\", O_RDONLY) = 3", "<... clone3 resumed>, 88) = 12");
    assertThat(after("read(3, \"\", 1) = 1", "12 read(3, \"\", 1) = 1"))
        .containsExactly("10 READ /w/a 1", "10 READ /w/a 1");
    assertThat(after("12 +++ exited with 0 +++")).isEmpty();
    assertThat(after("+++ exited with 4 +++")).containsExactly("10 exit 4");
  }

  @Test
  void endsProcessAndBeginsNextAtExecve() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY|O_CLOEXEC) = 3", "open(\"b\", O_RDONLY) = 4");
    after("open(\"c\", O_RDONLY) = 5", "fcntl(5, F_SETFD, FD_CLOEXEC) = 0");
    assertThat(after("execve(\"/bin/y\", [\"y\", \"a\\nb\"], 0x7 /* 2 vars */) = 0"))
        .containsExactly("10 process /bin/y", "10 exit -1", "10 EXEC 10", "10 LOAD /bin/y 0");
    assertThat(replay.sink.processes.get(2L).arguments().get(1).display()).isEqualTo("a\\nb");
    assertThat(after("read(3, \"\", 1) = 1", "read(5, \"\", 1) = 1", "read(4, \"\", 1) = 1"))
        .containsExactly("10 gap UNKNOWN_CALL", "10 gap UNKNOWN_CALL", "10 READ /w/b 1");
    assertThat(after("execve(\"/no\", [\"no\"], 0x7) = -1 ENOENT (No such file)")).isEmpty();
    assertThat(after("execveat(AT_FDCWD, \"z\", [\"z\"], 0x7, 0) = 0")).contains("10 LOAD /w/z 0");
  }

  @Test
  void followsThreadThatTakesOverProcess() {
    after("clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, stack=0x1}, 88) = 12");
    assertThat(
            after(
                "12 execve(\"/bin/y\", [\"y\"], 0x7 /* 1 var */ <pid changed to 10 ...>",
                "+++ superseded by execve in pid 12 +++",
                "<... execve resumed>) = 9"))
        .contains("10 process /bin/y", "10 LOAD /bin/y 0");
    assertThat(after("+++ exited with 0 +++")).containsExactly("10 exit 0");
  }

  @Test
  void loadsInterpreterOfScript() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    assertThat(live.after("execve(\"./a.sh\", [\"a\"], 0x7) = 0"))
        .contains("10 LOAD /bin/sh 0", "10 LOAD /w/a.sh 0");
  }

  @Test
  void recordsInheritedDescriptorsAndUserOfFirstProcess() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    assertThat(live.after("write(1, \"\", 3) = 3", "read(0, \"\", 3) = 3"))
        .containsExactly("10 WRITE pipe:[5] 3");
    assertThat(live.sink.objects.values()).anyMatch(o -> o.label().toString().equals("user 1000"));
  }

  @Test
  void recordsEnvironmentOfFirstProgramAfterItsUser() {
    RecordingSink sink = new RecordingSink();
    HostProbe probe = new FakeHostProbe(Map.of());
    Replay first =
        new Replay(sink, new ReplaySettings("host", "boot", "log", Bytes.of("/w"), true, 1, probe));
    first.setVariables(WantedVariables.of(List.of("*")));
    byte[] line = "10 execve(\"/bin/x\", [\"x\"], [\"A=1\"]) = 0".getBytes(US_ASCII);
    first.line(line, 0, line.length);
    assertThat(sink.texts())
        .containsSubsequence("10 ASSOCIATE user 1000 0", "10 environment")
        .containsOnlyOnce("10 environment");
  }

  @Test
  void reportsExitStatuses() {
    after("fork() = 11", "fork() = 12", "fork() = 13");
    assertThat(after("11 exit_group(3) = ?", "11 +++ exited with 3 +++"))
        .containsExactly("11 exit 3");
    assertThat(after("12 +++ killed by SIGSEGV (core dumped) +++")).containsExactly("12 exit 139");
    assertThat(after("13 read(0,  <unfinished ...>) = ?", "13 +++ killed by SIGKILL +++"))
        .containsExactly("13 exit 137");
  }

  @Test
  void reportsUsersAsAgents() {
    assertThat(after("setuid(33) = 0", "setresuid(-1, 34, -1) = 0", "setgid(5) = 0"))
        .containsExactly(
            "10 ASSOCIATE user 33 0", "10 ASSOCIATE user 34 0", "10 ASSOCIATE group 5 0");
    assertThat(after("setuid(0) = -1 EPERM (Operation not permitted)")).isEmpty();
  }

  @Test
  void reportsSignalsAndMemoryAccesses() {
    after("fork() = 11");
    assertThat(after("kill(11, SIGTERM) = 0")).containsExactly("11 SIGNAL 10");
    assertThat(after("tgkill(11, 11, SIGUSR1) = 0")).containsExactly("11 SIGNAL 10");
    assertThat(after("kill(10, SIGUSR1) = 0", "kill(11, 0) = 0", "kill(4711, SIGHUP) = 0"))
        .isEmpty();
    assertThat(after("process_vm_readv(11, [], 1, [], 1, 0) = 9")).containsExactly("10 MEMORY 11");
    assertThat(after("process_vm_writev(11, [], 1, [], 1, 0) = 9")).containsExactly("11 MEMORY 10");
    assertThat(after("ptrace(PTRACE_POKEDATA, 11, 0x1, 0x2) = 0")).containsExactly("11 MEMORY 10");
    after("11 open(\"a\", O_RDONLY) = 7", "pidfd_open(11, 0) = 3", "pidfd_getfd(3, 7, 0) = 4");
    assertThat(after("read(4, \"\", 1) = 1")).containsExactly("10 READ /w/a 1");
  }

  @Test
  void recordsGapsForInvisibleEffects() {
    after("io_uring_setup(8, {flags=0}) = 3", "setns(4, CLONE_NEWNS) = 0");
    assertThat(replay.sink.gaps).containsExactly(GapCause.IO_URING, GapCause.UNKNOWN_CALL);
    after("99 open(\"a\", O_RDONLY) = 3");
    assertThat(replay.sink.gaps).contains(GapCause.STARTED_BEFORE);
    assertThat(after("99 read(0, \"\", 5) = 5")).containsExactly("99 READ descriptor 0 of 99 5");
  }

  @Test
  void recordsGapsOfBothProcessesWhenOneOpensMemoryOfTheOther() {
    after("fork() = 11", "open(\"/proc/10/mem\", O_RDWR) = 3", "open(\"/proc/10/maps\", 0) = 4");
    assertThat(replay.sink.gaps).isEmpty();
    after("open(\"/proc/11/mem\", O_RDWR) = 5");
    assertThat(replay.sink.gaps).containsExactly(GapCause.UNKNOWN_CALL, GapCause.UNKNOWN_CALL);
    after("open(\"/proc/4711/task/4712/mem\", O_RDONLY) = 6");
    assertThat(replay.sink.gaps).hasSize(3);
  }

  @Test
  void reportsInterruptedCallsByBeginAndEnd() {
    after("openat(AT_FDCWD, \"a\", O_RDWR) = 3");
    assertThat(after("write(3, \"\", 9 <unfinished ...>")).containsExactly("10 WRITE BEGIN /w/a 0");
    assertThat(after("<... write resumed>) = 9")).containsExactly("10 WRITE END /w/a 9");
    assertThat(after("read(3,  <unfinished ...>", "<... read resumed>\"\", 9) = 9"))
        .containsExactly("10 READ BEGIN /w/a 0", "10 READ END /w/a 9");
    assertThat(after("read(3,  <unfinished ...>", "<... read resumed>) = ? ERESTARTSYS (x)"))
        .containsExactly("10 READ BEGIN /w/a 0", "10 READ END /w/a 0");
  }

  @Test
  void joinsReaderThatReturnsBeforeItsWriter() {
    after("pipe([3, 4]) = 0", "fork() = 11");
    assertThat(
            after(
                "11 read(3,  <unfinished ...>",
                "write(4, \"\", 9 <unfinished ...>",
                "11 <... read resumed>\"\", 9) = 9",
                "<... write resumed>) = 9"))
        .containsExactly(
            "10 WRITE BEGIN pipe:[10.1] 0", "11 READ pipe:[10.1] 9", "10 WRITE END pipe:[10.1] 9");
  }

  @Test
  void endsChildThatExitedBeforeCloneReturned() {
    String thread = "clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, stack=0x1}";
    assertThat(after(FORK + " <unfinished ...>", "101 +++ exited with 3 +++")).isEmpty();
    assertThat(after("<... clone resumed>, child_tidptr=0x1) = 101"))
        .containsExactly("101 process /bin/x", "101 FORK 10", "101 exit 3");
    after(thread + " <unfinished ...>", "102 +++ exited with 0 +++", "<... clone3 resumed>) = 102");
    assertThat(after("+++ exited with 4 +++")).containsExactly("10 exit 4");
  }

  @Test
  void keepsChildWithReusedId() {
    after(FORK + " <unfinished ...>", "101 +++ exited with 3 +++", "<... clone resumed>) = 12");
    assertThat(after("fork() = 101")).containsExactly("101 process /bin/x", "101 FORK 10");
  }

  @Test
  void distinguishesEarlierThreadFromNewChild() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    assertThat(live.after("vfork( <unfinished ...>", "900 open(\"b\", O_RDONLY) = 5"))
        .contains("10 OPEN /w/b 0")
        .doesNotContain("900 FORK 10");
    assertThat(live.after("11 open(\"c\", O_RDONLY) = 5", "<... vfork resumed>) = 11"))
        .containsExactly("11 process /bin/x", "11 FORK 10", "11 OPEN /w/c 0");
    String thread = "clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, stack=0x1}";
    live.sink.gaps.clear();
    live.after(thread + " <unfinished ...>", "901 open(\"d\", O_RDONLY) = 6");
    assertThat(live.sink.gaps).isEmpty();
  }

  @Test
  void resolvesPathsOfEndingProcessBelowDirectoryOfTheFirst() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    assertThat(live.after("" + FakeHostProbe.ENDING + " open(\"b\", O_RDONLY) = 5"))
        .contains("898 OPEN /w/b 0");
  }

  @Test
  void rejectsLineOfProcessWhoseLookupFails() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("" + FakeHostProbe.TROUBLE + " open(\"b\", O_RDONLY) = 5");
    assertThat(live.sink.refused).hasSize(1);
    assertThat(live.after("open(\"c\", O_RDONLY) = 5")).containsExactly("10 OPEN /w/c 0");
  }

  @Test
  void usesOneObjectForInheritedDescriptor() {
    after("fcntl(1, F_DUPFD, 10) = 12", "close(1) = 0", "dup2(12, 1) = 1", "fork() = 11");
    assertThat(replay.sink.gaps).isEmpty();
    assertThat(after("11 read(0, \"\", 3) = 3", "11 read(0, \"\", 3) = 3", "read(0, \"\", 4) = 4"))
        .containsExactly(
            "11 gap STARTED_BEFORE",
            "11 READ descriptor 0 of 10 3",
            "11 READ descriptor 0 of 10 3",
            "10 gap STARTED_BEFORE",
            "10 READ descriptor 0 of 10 4");
    assertThat(after("write(1, \"\", 3) = 3", "11 write(12, \"\", 3) = 3"))
        .containsExactly(
            "10 gap STARTED_BEFORE",
            "10 WRITE descriptor 1 of 10 3",
            "11 WRITE descriptor 1 of 10 3");
    assertThat(after("11 write(2</dev/pts/0>, \"\", 3) = 3"))
        .containsExactly("11 WRITE terminal:///dev/pts/0/output 3");
    assertThat(after("open(\"/dev/stderr\", O_WRONLY) = 7", "write(7, \"\", 3) = 3"))
        .containsExactly("10 gap STARTED_BEFORE", "10 WRITE descriptor 2 of 10 3");
  }

  @Test
  void rejectsEndWithoutBegin() {
    assertThat(after("<... read resumed>\"\", 9) = 9")).containsExactly("0 gap UNDECODABLE");
    assertThat(after("77 <... write resumed>) = 9")).containsExactly("0 gap UNDECODABLE");
    assertThat(replay.sink.refused).hasSize(2);
  }

  @Test
  void replaysLinesAfterLostLine() {
    after("openat(AT_FDCWD, \"a\", O_RDWR) = 3", "read(3,  <unfinished ...>");
    assertThat(after("write(3, \"\", 1) = 1")).contains("10 WRITE /w/a 1");
  }

  @Test
  void recognizesProcessesByPidOfNamespace() {
    assertThat(
            after(
                FORK + ") = 2 /* 29332 in strace's PID NS */",
                "29332 open(\"a\", O_RDONLY) = 3",
                FORK + " <unfinished ...>",
                "29333 open(\"a\", O_RDONLY) = 3",
                "<... clone resumed>, child_tidptr=0x1) = 3<cat> /* 29333 in strace's PID NS */"))
        .containsExactly(
            "29332 process /bin/x",
            "29332 FORK 10",
            "29332 OPEN /w/a 0",
            "29333 process /bin/x",
            "29333 FORK 10",
            "29333 OPEN /w/a 0");
    assertThat(after("kill(2 /* 29332 in strace's PID NS */, SIGTERM) = 0"))
        .containsExactly("29332 SIGNAL 10");
    assertThat(after("tgkill(1 /* 10 in strace's PID NS */, 1, SIGTERM) = 0")).isEmpty();
    after("pidfd_open(3<cat> /* 29333 in strace's PID NS */, 0) = 4", "pidfd_getfd(4, 3, 0) = 5");
    assertThat(after("read(5, \"\", 1) = 1")).containsExactly("10 READ /w/a 1");
    assertThat(replay.sink.gaps).isEmpty();
  }

  @Test
  void findsParentByPidOfNamespace() {
    after(FORK + ") = 2 /* 11 in strace's PID NS */");
    after(FORK + " <unfinished ...>", "11 fork( <unfinished ...>", "12 open(\"b\", O_RDONLY) = 5");
    assertThat(after("11 <... fork resumed>) = 3 /* 12 in strace's PID NS */"))
        .containsExactly("12 process /bin/x", "12 FORK 11", "12 OPEN /w/b 0");
  }

  @Test
  void ignoresUntranslatedIdOfEndedChild() {
    after(FORK + ") = 2 /* 11 in strace's PID NS */", FORK + " <unfinished ...>");
    assertThat(after("12 exit_group(0) = ?", "<... clone resumed>) = 3"))
        .containsExactly("12 process /bin/x", "12 FORK 10", "12 exit 0");
  }

  @Test
  void ignoresDetachDuringCall() {
    after("pipe([3, 4]) = 0", "read(3,  <unfinished ...>", "fork() = 11");
    after("11 read(3,  <detached ...>", "<... read resumed> <detached ...>");
    assertThat(replay.sink.refused).isEmpty();
    assertThat(replay.sink.gaps).isEmpty();
  }

  @Test
  void passesSharedMappingsToForkedChildren() {
    after("open(\"a\", O_RDWR) = 3", "open(\"b\", O_RDONLY) = 4", "open(\"c\", O_RDONLY) = 5");
    after("mmap(NULL, 99, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = 0x1000");
    after("mmap(NULL, 99, PROT_READ, MAP_SHARED, 4, 0) = 0x2000");
    after("mmap(NULL, 99, PROT_READ|PROT_WRITE, MAP_PRIVATE, 5, 0) = 0x3000");
    assertThat(after(FORK + ") = 11"))
        .containsExactly(
            "11 process /bin/x",
            "11 FORK 10",
            "11 READ BEGIN /w/a 0",
            "11 WRITE BEGIN /w/a 0",
            "11 READ BEGIN /w/b 0");
    assertThat(after("11 munmap(0x1000, 99) = 0"))
        .containsExactly("11 READ END /w/a 0", "11 WRITE END /w/a 0");
    assertThat(after("munmap(0x1000, 99) = 0"))
        .containsExactly("10 READ END /w/a 0", "10 WRITE END /w/a 0");
    assertThat(after("11 fork() = 12")).contains("12 READ BEGIN /w/b 0");
    assertThat(after("vfork() = 13", "clone(child_stack=0x1, flags=CLONE_VM|SIGCHLD) = 14"))
        .containsExactly("13 process /bin/x", "13 FORK 10", "14 process /bin/x", "14 FORK 10");
  }

  @Test
  void sharesAnonymousMemoryFromFirstChildOn() {
    assertThat(after("mmap(NULL, 99, PROT_READ|PROT_WRITE, MAP_SHARED|MAP_ANONYMOUS, -1, 0) = 0x1"))
        .isEmpty();
    String memory = " shared memory of 10 0";
    assertThat(after("fork() = 11"))
        .containsExactly(
            "11 process /bin/x",
            "11 FORK 10",
            "10 READ BEGIN" + memory,
            "10 WRITE BEGIN" + memory,
            "11 READ BEGIN" + memory,
            "11 WRITE BEGIN" + memory);
    assertThat(after("11 fork() = 12"))
        .containsExactly(
            "12 process /bin/x", "12 FORK 11", "12 READ BEGIN" + memory, "12 WRITE BEGIN" + memory);
    assertThat(after("munmap(0x1, 99) = 0"))
        .containsExactly("10 READ END" + memory, "10 WRITE END" + memory);
    after("mmap(NULL, 99, PROT_READ, MAP_SHARED|MAP_ANONYMOUS, -1, 0) = 0x1");
    assertThat(after("munmap(0x1, 99) = 0")).isEmpty();
  }
}

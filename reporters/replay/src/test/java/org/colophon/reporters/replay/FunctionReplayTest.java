// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks to which function calls the accesses of a program with a log belong. Calls have pids. */
class FunctionReplayTest {
  private final ReplayFixture replay = new ReplayFixture();

  /** Active calls of thread 10. */
  private long[] active = {};

  private long program;
  private long[] starters = {};
  private long advancedTo;

  private final class Logs implements ProgramLogs {
    @Override
    public boolean isLog(Bytes path) {
      return path.startsWith(Bytes.of("/logs/"));
    }

    @Override
    public List<Bytes> command(Bytes name, List<Bytes> words) {
      return words;
    }

    @Override
    public void opened(Bytes path, TracedProcess process, OperationSink sink) {
      program = process.id();
      starters = process.starters();
    }

    @Override
    public void advance(TracedProcess process, long untilNanos, OperationSink sink) {
      advancedTo = untilNanos;
    }

    @Override
    public void advanceAll(long untilNanos, OperationSink sink) {
      advancedTo = untilNanos;
    }

    @Override
    public int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink) {
      int count = process.tid() == 10 ? active.length : 0;
      System.arraycopy(active, 0, into, 0, count);
      return count;
    }

    @Override
    public void ended(TracedProcess process, OperationSink sink) {
      // Nothing is left.
    }
  }

  @BeforeEach
  void openLogAndFiles() {
    replay.setLogs(new Logs());
    replay.after("openat(AT_FDCWD, \"/logs/1\", O_RDWR) = 9");
    replay.after("openat(AT_FDCWD, \"in\", O_RDONLY) = 3");
    replay.after("openat(AT_FDCWD, \"out\", O_WRONLY) = 4");
  }

  private long call(int pid) {
    Bytes name = Bytes.of("call");
    return replay.sink.process(
        new ProcessDeclaration(Bytes.EMPTY, pid, name, List.of(name), Bytes.EMPTY, 0), 0);
  }

  @Test
  void attributesAccessesToInnermostCall() {
    active = new long[] {call(91)};

    assertThat(replay.after("read(3, \"x\", 9) = 1")).containsExactly("91 READ /w/in 1");
    assertThat(replay.after("write(4, \"x\", 1) = 1")).containsExactly("91 WRITE /w/out 1");
    assertThat(replay.after("sendfile(4, 3, NULL, 5) = 5"))
        .containsExactly("91 READ /w/in 5", "91 WRITE /w/out 5");
    assertThat(replay.after("rename(\"out\", \"new\") = 0"))
        .singleElement()
        .asString()
        .startsWith("91 rename");
  }

  @Test
  void attributesAccessesToCallAndProgramIfCallMayHaveEnded() {
    active = new long[] {call(91), program};

    assertThat(replay.after("write(4, \"x\", 1) = 1"))
        .containsExactly("91 WRITE /w/out 1", "10 WRITE /w/out 1");
  }

  @Test
  void informsProgramBeforeItsOwnWrite() {
    active = new long[] {call(91)};
    replay.after("read(3, \"x\", 9) = 1");
    active = new long[] {};

    assertThat(replay.after("write(4, \"x\", 1) = 1"))
        .containsExactly("10 INFORM 91", "10 WRITE /w/out 1");
    assertThat(replay.after("write(4, \"x\", 1) = 1")).containsExactly("10 WRITE /w/out 1");
  }

  @Test
  void attributesReadsOfOtherThreadsToProgram() {
    active = new long[] {call(91)};
    replay.after("clone(child_stack=0x1, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 11");

    assertThat(replay.after("11 read(3, \"x\", 9) = 1")).containsExactly("10 READ /w/in 1");
  }

  @Test
  void linksThreadAndChildToTheCallThatStartedThem() {
    active = new long[] {call(91)};
    replay.after("clone(child_stack=0x1, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 11");
    replay.after("11 openat(AT_FDCWD, \"/logs/2\", O_RDWR) = 8");
    assertThat(starters).containsExactly(active);

    assertThat(replay.after("fork() = 12")).contains("12 FORK 91");
  }

  @Test
  void keepsMappingForProgramAndAttributesItToCall() {
    active = new long[] {call(91)};

    assertThat(replay.after("mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3, 0) = 0x10000"))
        .containsExactly("91 READ /w/in 0", "10 READ BEGIN /w/in 0");
  }

  @Test
  void readsLogsUpToEndOfTracersMicrosecond() {
    replay.line("10 1700000000.000001 read(3, \"x\", 9) = 1");

    assertThat(advancedTo).isEqualTo(1_700_000_000_000_001_999L);
  }
}

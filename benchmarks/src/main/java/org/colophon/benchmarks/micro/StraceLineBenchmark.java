// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.colophon.reporters.replay.line.LineKind;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/**
 * Parses strace's lines of a build: mostly reads, writes, opens and closes, some calls with more
 * arguments, split calls, and exits. Measures lines per second. The parser must allocate nothing.
 *
 * <p>Run: {@code ./colophon bench micro StraceLineBenchmark}
 */
public class StraceLineBenchmark extends ThroughputBenchmark {
  private static final String[] LINES = {
    "4711 openat(AT_FDCWD, \"/usr/include/x86_64-linux-gnu/bits/types.h\", O_RDONLY|O_NOCTTY) = 4",
    "4711 read(0x4, 0x55d0c5a3b2f0, 0x1000) = 0x1000",
    "4711 read(0x4, 0x55d0c5a3b2f0, 0x1000) = 0xb3f",
    "4711 read(0x4, 0x55d0c5a3b2f0, 0x1000) = 0",
    "4711 close(0x4) = 0",
    "4712 write(0x1, 0x7ffd5c1f8a30, 0x2000) = 0x2000",
    "4712 mmap(NULL, 2125824, PROT_READ, MAP_PRIVATE|MAP_DENYWRITE, 3, 0) = 0x7f3a5c000000",
    "4712 openat(AT_FDCWD, \"src/missing.h\", O_RDONLY) = -1 ENOENT (No such file or directory)",
    "4713 execve(\"/usr/bin/as\", [\"as\", \"--64\", \"-o\", \"/tmp/ccX.o\"], 0x7ffc /* 31 vars */) = 0",
    "4711 clone3({flags=CLONE_VM|CLONE_VFORK, exit_signal=SIGCHLD, stack=0x7f}, 88 <unfinished ...>",
    "4711 <... clone3 resumed>) = 4713",
    "4713 rename(\"/tmp/out.tmp\", \"/home/me/build/out file \\303\\244.o\") = 0",
    "4713 dup2(0x3, 0x1) = 0x1",
    "4713 pipe2([3, 4], O_CLOEXEC) = 0",
    "4713 fcntl(3, F_SETFD, FD_CLOEXEC) = 0",
    "4713 +++ exited with 0 +++",
  };

  private static final int COUNT = 16;

  private final StraceLineParser parser = new StraceLineParser();
  private final int[] ends = new int[COUNT];

  @SuppressWarnings("NullAway.Init") // set before the first use
  private byte[] text;

  /** Joins the lines into a buffer, as if they were read from a file. */
  @Setup
  public void join() {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (int i = 0; i < COUNT; i++) {
      joined.writeBytes(LINES[i].getBytes(StandardCharsets.UTF_8));
      ends[i] = joined.size();
      joined.write('\n');
    }
    text = joined.toByteArray();
  }

  /** Parses all lines once. The parser must accept every line. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long parse() {
    final byte[] bytes = text;
    long sum = 0;
    int from = 0;
    for (int i = 0; i < COUNT; i++) {
      StraceLine line = parser.parse(bytes, from, ends[i]);
      if (line.kind() == LineKind.NOISE || line.kind() == LineKind.MALFORMED) {
        throw new IllegalStateException("not understood: " + LINES[i]);
      }
      sum += line.thread;
      from = ends[i] + 1;
    }
    return sum;
  }
}

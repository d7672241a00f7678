// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the journal. One test encodes the tree's operations into frames and writes them while
 * the commit thread syncs. Another reads a journal of a million operations, including its
 * checksums, as a reader behind the writer does. A third commits single small frames, each with
 * fdatasync and the record of the acknowledged LSN.
 *
 * <p>Run: {@code ./colophon bench micro JournalBenchmark}
 */
public class JournalBenchmark extends ThroughputBenchmark {
  private static final int ENCODES = 70;

  /** A journal that grows during an iteration and is read afterwards. */
  @State(Scope.Thread)
  public static class Growing {
    @SuppressWarnings("NullAway.Init") // set before the first use
    private JournalFixture journal;

    private long expected;

    /** Opens a journal. */
    @Setup(Level.Iteration)
    public void open() throws IOException {
      journal = new JournalFixture();
      expected = 0;
    }

    /** Checks that all written records can be read. */
    @TearDown(Level.Iteration)
    public void check() throws IOException {
      JournalBenchmark.check(journal, expected);
      journal.close();
    }
  }

  /** A complete journal. */
  @State(Scope.Thread)
  public static class Finished {
    @SuppressWarnings("NullAway.Init") // set before the first use
    private JournalFixture journal;

    /** Writes the journal. */
    @Setup
    public void write() throws IOException {
      journal = new JournalFixture();
      for (int i = 0; i < ENCODES; i++) {
        journal.encode();
      }
      journal.sync();
    }

    /** Deletes the journal. */
    @TearDown
    public void close() {
      journal.close();
    }
  }

  /** Encodes the operations of the small tree once. */
  @Benchmark
  @OperationsPerInvocation(TreeEvents.COUNT)
  public long encode(Growing growing) {
    growing.expected += growing.journal.sumOfObjects();
    return growing.journal.encode();
  }

  /** Reads all records and checks their sum. */
  @Benchmark
  @OperationsPerInvocation(ENCODES * TreeEvents.COUNT)
  public long decode(Finished finished) throws IOException {
    return check(finished.journal, ENCODES * finished.journal.sumOfObjects());
  }

  /** Commits a frame with a single operation, and waits until it is acknowledged. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @Warmup(iterations = 3, time = 2)
  @Measurement(iterations = 10, time = 2)
  public void commit(Growing growing) {
    growing.expected += growing.journal.firstObject();
    growing.journal.commitOne();
  }

  private static long check(JournalFixture journal, long expected) throws IOException {
    long decoded = journal.decode();
    if (decoded != expected) {
      throw new IllegalStateException("decoded " + decoded + " instead of " + expected);
    }
    return decoded;
  }
}

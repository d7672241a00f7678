package org.colophon.benchmarks.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads a journal of a million operations behind its writer, checksums included.
 *
 * <p>Run: {@code ./colophon bench micro JournalDecodeBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
public class JournalDecodeBenchmark {
  private static final int ENCODES = 70;

  private JournalFixture journal;
  private long expected;

  /** Writes the journal. */
  @Setup
  public void write() throws IOException {
    journal = new JournalFixture();
    for (int i = 0; i < ENCODES; i++) {
      journal.encode();
    }
    journal.sync();
    expected = ENCODES * journal.sumOfObjects();
  }

  /** Reads it all, and checks. */
  @Benchmark
  @OperationsPerInvocation(ENCODES * TreeEvents.COUNT)
  public long decode() throws IOException {
    long decoded = journal.decode();
    if (decoded != expected) {
      throw new IllegalStateException("decoded " + decoded + " instead of " + expected);
    }
    return decoded;
  }

  /** Deletes the journal. */
  @TearDown
  public void close() {
    journal.close();
  }
}

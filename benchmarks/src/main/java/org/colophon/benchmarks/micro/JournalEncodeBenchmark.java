package org.colophon.benchmarks.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
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
 * Encodes the tree's operations into journal frames and writes them, while the commit thread syncs
 * them.
 *
 * <p>Run: {@code ./colophon bench micro JournalEncodeBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
public class JournalEncodeBenchmark {
  private JournalFixture journal;
  private long encodes;

  /** Opens a journal. */
  @Setup(Level.Iteration)
  public void open() throws IOException {
    journal = new JournalFixture();
    encodes = 0;
  }

  /** One pass over the small tree. */
  @Benchmark
  @OperationsPerInvocation(TreeEvents.COUNT)
  public long encode() {
    encodes++;
    return journal.encode();
  }

  /** Reads back what was written. */
  @TearDown(Level.Iteration)
  public void check() throws IOException {
    long expected = encodes * journal.sumOfObjects();
    long decoded = journal.decode();
    journal.close();
    if (decoded != expected) {
      throw new IllegalStateException("decoded " + decoded + " instead of " + expected);
    }
  }
}

package org.colophon.benchmarks.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Writes one small frame and waits until it is acknowledged as durable, over and over: the latency
 * of a commit, with its fdatasync and the record of what was acknowledged.
 *
 * <p>Run: {@code ./colophon bench micro JournalCommitBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 10, time = 2)
public class JournalCommitBenchmark {
  private JournalFixture journal;
  private long commits;

  /** Opens a journal. */
  @Setup(Level.Iteration)
  public void open() throws IOException {
    journal = new JournalFixture();
    commits = 0;
  }

  /** One frame with one operation, acknowledged. */
  @Benchmark
  public void commit() {
    journal.commitOne();
    commits++;
  }

  /** Checks that every commit can be read. */
  @TearDown(Level.Iteration)
  public void check() throws IOException {
    long expected = commits * journal.firstObject();
    long decoded = journal.decode();
    journal.close();
    if (decoded != expected) {
      throw new IllegalStateException("decoded " + decoded + " instead of " + expected);
    }
  }
}

package org.colophon.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.pipeline.LoadedTree;
import org.colophon.benchmarks.result.Folders;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The warm lineage of a leaf of the tree at level 5, through the engine, answers checked: four
 * copies and four files each.
 *
 * <p>Run: {@code ./colophon bench micro LineageBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
public class LineageBenchmark {
  /** See {@link org.colophon.benchmarks.pipeline.Subjects}. */
  @Param({"colophon", "colophon-suppressed"})
  private String system;

  private Path directory;
  private LoadedTree tree;

  /** Loads the store. */
  @Setup
  public void load() throws IOException {
    directory = Files.createTempDirectory("colophon-micro");
    tree = LoadedTree.load(system, 5, directory);
  }

  /** One of 50 random leaves after the other. */
  @Benchmark
  public long lineageOfLeaf() {
    return tree.askNext();
  }

  /** Deletes the store. */
  @TearDown
  public void close() {
    tree.close();
    Folders.delete(directory);
  }
}

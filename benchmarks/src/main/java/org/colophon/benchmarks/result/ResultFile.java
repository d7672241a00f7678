// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * Results of a benchmark, stored as {@code <benchmark>.json}.
 *
 * @param benchmark name of the benchmark
 * @param date date of the run
 * @param machine see {@link Machine#facts}.
 * @param settings settings of the run
 * @param rows medians, a table row for each subject
 * @param runs all single runs from which the rows are computed
 */
public record ResultFile(
    String benchmark,
    String date,
    Map<String, Object> machine,
    Map<String, Object> settings,
    List<Map<String, Object>> rows,
    List<Map<String, Object>> runs) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Returns true if the sources differed from the commit that {@link #machine} names. */
  public boolean hasUncommittedChanges() {
    return Boolean.TRUE.equals(machine.get(Machine.UNCOMMITTED_CHANGES));
  }

  /**
   * Does the same as {@link #write}, but refuses a result of changed sources.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST
   */
  public void writeRepeatable(Path directory) {
    if (hasUncommittedChanges()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the checkout has uncommitted changes, so the result of %s was not stored: commit them and repeat the run, or name a directory with --results"
              .formatted(benchmark));
    }
    write(directory);
  }

  /** Writes the file into a directory, replacing an older file of the same benchmark. */
  public void write(Path directory) {
    Path file = directory.resolve(benchmark + ".json");
    try {
      Files.createDirectories(directory);
      Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
    }
  }

  /** Returns all result files of a directory, by name. */
  public static List<ResultFile> readAll(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(ResultFile::read)
          .toList();
    } catch (IOException e) {
      throw ErrorCode.NOT_FOUND.exception(
          "no results in " + directory + "; run a benchmark first", e);
    }
  }

  private static ResultFile read(Path file) {
    try {
      return JSON.readValue(file.toFile(), ResultFile.class);
    } catch (IOException e) {
      throw ErrorCode.BAD_INPUT.exception("not a result file: " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns values as a line of JSON. */
  public static String toLine(Map<String, Object> figures) {
    try {
      return JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(figures);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Parses a line that {@link #toLine} returned. */
  public static Figures fromLine(String line) {
    try {
      return JSON.readValue(line, Figures.class);
    } catch (IOException e) {
      throw ErrorCode.BAD_INPUT.exception("not a line of figures: " + line, e);
    }
  }
}

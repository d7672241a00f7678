// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the reporter under a real kernel, with the adapter that keeps everything in memory. */
class CsvReporterTest {
  @TempDir private Path directory;

  private Kernel kernel;

  @BeforeEach
  void openKernel() {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    KernelConfig config =
        KernelConfig.builder(directory.resolve("store")).adapter(AdapterConfig.of(memory)).build();
    kernel = Kernel.open(config);
  }

  @AfterEach
  void closeKernel() {
    kernel.close();
  }

  @Test
  void reportsReadersAndWriters() throws IOException {
    run("sort,read,/in.txt", "sort,write,/out.txt");

    assertThat(programsWith(AccessMode.READ, "/in.txt")).containsExactly("sort");
    assertThat(programsWith(AccessMode.WRITE, "/out.txt")).containsExactly("sort");
    assertThat(kernel.status().reported()).isEqualTo(kernel.status().accepted());
  }

  @Test
  void rejectsOnlyTheLineWhenItIsMalformed() throws IOException {
    run("sort,read,/in.txt", "sort,eats,/in.txt", "no commas here", "sort,write,/out.txt");

    assertThat(kernel.status().refused()).isEqualTo(2);
    assertThat(programsWith(AccessMode.WRITE, "/out.txt")).containsExactly("sort");
  }

  @Test
  void rejectsOnlyTheLineWhenItsPathIsTooLong() throws IOException {
    run("sort,read,/" + "n".repeat(70_000), "sort,write,/out.txt");

    assertThat(kernel.status().refused()).isEqualTo(1);
    assertThat(programsWith(AccessMode.WRITE, "/out.txt")).containsExactly("sort");
  }

  @Test
  void reportsNamesThatAreNotText() throws IOException {
    String lines =
        "sort,read,/in.txt\nsort,write,/caf\u00e9\r\nsort,read,/caf\u00e8\nsort,write,/out";
    Path file = directory.resolve("feed.csv");
    Files.writeString(file, lines, StandardCharsets.ISO_8859_1);
    assertThat(attach(file).failure()).isEmpty();
    kernel.drain();

    Bytes odd = Bytes.wrap("/caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(programsWith(AccessMode.WRITE, odd)).containsExactly("sort");
    assertThat(programsWith(AccessMode.READ, odd)).isEmpty();
    assertThat(programsWith(AccessMode.READ, "/in.txt")).containsExactly("sort");
    assertThat(programsWith(AccessMode.WRITE, "/out")).containsExactly("sort");
    assertThat(kernel.status().refused()).isZero();
  }

  @Test
  void failsWhenFileCannotBeRead() {
    ReporterHandle handle = attach(directory.resolve("missing.csv"));

    assertThat(handle.failure())
        .hasValueSatisfying(e -> assertThat(e).hasMessageContaining("missing.csv"));
  }

  @Test
  void rejectsUnknownOptions() {
    assertThatExceptionOfType(ColophonException.class)
        .isThrownBy(() -> new CsvReporterFactory().create(Map.of("path", "x")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  private void run(String... lines) throws IOException {
    Path file = Files.write(directory.resolve("feed.csv"), List.of(lines));
    assertThat(attach(file).failure()).isEmpty();
    kernel.drain();
  }

  private ReporterHandle attach(Path file) {
    ReporterFactory csv = new PluginLoader<>(ReporterFactory.class).get("csv");
    ReporterHandle handle =
        kernel.attach("csv", csv.create(Map.of("file", file.toString())), SinkOptions.DEFAULT);
    handle.await();
    return handle;
  }

  private List<String> programsWith(AccessMode mode, String path) {
    return programsWith(mode, Bytes.of(path));
  }

  private List<String> programsWith(AccessMode mode, Bytes path) {
    LineageReader reader = kernel.reader("memory");
    List<String> programs = new ArrayList<>();
    long object = reader.resolve(path, Lsn.LATEST);
    reader.accessesOfObject(
        object,
        mode.bit(),
        (process, o, m, first, last, count, bytes, firstNanos, lastNanos) ->
            programs.add(reader.process(process).declaration().executable().toString()));
    return programs;
  }
}

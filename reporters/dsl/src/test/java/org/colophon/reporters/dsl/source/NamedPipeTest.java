// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.dsl.Runs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests writers of a named pipe that open it late, close it or stop within a line. Stops the reader
 * in each state.
 */
@Timeout(60)
@Tag("jdk")
class NamedPipeTest {
  @TempDir private Path directory;

  private final Lines lines = new Lines();
  private Path path;
  private NamedPipe pipe;
  private Thread reader;

  @BeforeEach
  void attach() {
    path = directory.resolve("pipe");
    pipe = new NamedPipe(path);
    reader = new Thread(() -> pipe.feed(lines, FileOpener.PLAIN));
  }

  @AfterEach
  void stop() throws InterruptedException {
    pipe.stop();
    reader.join();
  }

  private void start() {
    reader.start();
    Runs.await("the pipe", () -> Files.exists(path));
  }

  private void write(String text) throws IOException {
    try (OutputStream out = new FileOutputStream(path.toFile(), true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void awaitLines(int count) {
    Runs.await(count + " lines", () -> lines.taken.size() >= count);
  }

  @Test
  void createsPipeForOwnerOnly() throws IOException {
    start();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void readsFromConsecutiveWriters() throws IOException {
    start();
    for (int i = 0; i < 20; i++) {
      write("one " + i + "\ntwo " + i + "\n");
    }
    awaitLines(40);
    assertThat(lines.taken).last().isEqualTo("two 19");
    assertThat(lines.bad).isEmpty();
  }

  @Test
  void doesNotJoinPartialLineWithNextWriter() throws IOException {
    start();
    write("whole\nhal");
    Runs.await("the torn line", () -> lines.bad.size() == 1);
    write("next\n");
    awaitLines(2);
    assertThat(lines.taken).containsExactly("whole", "next");
  }

  @Test
  void readsAnExistingPipe() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
    start();
    write("line\n");
    awaitLines(1);
  }

  @Test
  void stopsIfNoWriterHasOpenedPipe() throws InterruptedException {
    start();
    pipe.stop();
    reader.join(5_000);
    assertThat(reader.isAlive()).isFalse();
  }

  @Test
  void stopsWhileWriterIsSilent() throws IOException, InterruptedException {
    start();
    try (OutputStream silent = new FileOutputStream(path.toFile(), true)) {
      silent.write("line\n".getBytes(StandardCharsets.UTF_8));
      awaitLines(1);
      pipe.stop();
      reader.join(5_000);
      assertThat(reader.isAlive()).isFalse();
    }
  }

  @Test
  void stopsAtOnceIfStoppedBeforeRun() throws InterruptedException {
    pipe.stop();
    reader.start();
    reader.join(5_000);
    assertThat(reader.isAlive()).isFalse();
  }

  @Test
  void rejectsPathOfRegularFile() throws IOException {
    Files.writeString(path, "precious");
    assertThatThrownBy(() -> pipe.feed(lines, FileOpener.PLAIN))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("not a named pipe");
    assertThat(path).hasContent("precious");
  }

  @Test
  void reportsMissingDirectoryOfPipe() {
    NamedPipe nowhere = new NamedPipe(directory.resolve("none/pipe"));
    assertThatThrownBy(() -> nowhere.feed(lines, FileOpener.PLAIN))
        .hasMessageContaining("directory");
  }
}

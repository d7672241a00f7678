// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.recording.ActiveRecording;
import org.colophon.core.recording.RecordingMark;
import org.colophon.core.sink.SinkOptions;

/**
 * A recording in the outbox: a line of JSON with its {@link Head}, then the service's lines. The
 * last line of a complete recording is empty. The file is locked while its recording is in
 * progress.
 */
final class OutboxFile implements ServiceDestination.Target {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Marks of a recording in progress have no place: a file without its last line shows the same.
   */
  private static final ActiveRecording.Marks NO_MARKS =
      new ActiveRecording.Marks() {
        @Override
        public void publish(String source, RecordingMark mark) {}

        @Override
        public void remove(String source) {}
      };

  private final Path path;
  private final FileChannel file;
  private final SinkOptions options;

  /** Options of the recording. */
  record Head(String reporter, boolean keepAll, List<String> include, List<String> exclude) {
    static Head parse(String line) throws IOException {
      return JSON.readValue(line, Head.class);
    }
  }

  private OutboxFile(Path path, FileChannel file, SinkOptions options) {
    this.path = path;
    this.file = file;
    this.options = options;
  }

  /** Creates a file in a directory, and the directory. */
  static OutboxFile create(Path directory, SinkOptions options) {
    Path path =
        directory.resolve(
            "%016x-%s.lines".formatted(System.currentTimeMillis(), UUID.randomUUID()));
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      FileChannel file =
          FileChannel.open(
              path,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PrivateFiles.FILE);
      file.lock();
      return new OutboxFile(path, file, options);
    } catch (IOException e) {
      throw IoFailure.of("create", path, e);
    }
  }

  @Override
  public RemoteSink open(String reporter, boolean watchesProcesses) {
    return RemoteSink.into(begin(reporter));
  }

  /** Writes the head. Returns the file, for lines. */
  FileChannel begin(String reporter) {
    try {
      write(
          JSON.writeValueAsString(
                  new Head(
                      reporter,
                      options.keepAll(),
                      options.rules().include(),
                      options.rules().exclude()))
              + "\n");
    } catch (IOException e) {
      throw IoFailure.of("write", path, e);
    }
    return file;
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  @Override
  public ActiveRecording.Marks marks(RemoteSink opened) {
    return NO_MARKS;
  }

  @Override
  public void close(boolean isComplete) {
    try (file) {
      if (isComplete) {
        write("\n");
      }
      file.force(true);
    } catch (IOException e) {
      throw IoFailure.of("write", path, e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.follow.MissingFileWarning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests missing logs, and files that are not logs. */
@Timeout(60)
class AbsentLogTest {
  @TempDir Path directory;

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final Logger logger = Logger.getLogger(MissingFileWarning.class.getName());
  private final Handler handler = new Listening();

  /** Collects log messages. */
  private final class Listening extends Handler {
    @Override
    public void publish(LogRecord record) {
      said.add(MessageFormat.format(record.getMessage(), record.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void leave() {
    logger.removeHandler(handler);
  }

  private Reporter reporter(String option, Path log) {
    return new MysqlReporterFactory().create(Map.of(option, log.toString()));
  }

  /** Context of a reporter that has not read anything yet. */
  record Context(FileOpener files) implements ReporterContext {
    @Override
    public OperationSink newSink() {
      throw new AssertionError("the reporter reads an absent log");
    }

    @Override
    public String hostId() {
      return "host";
    }

    @Override
    public String bootId() {
      return "boot";
    }

    @Override
    public Bytes position(String source) {
      return Bytes.EMPTY;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "from", "binlog"})
  void opensLogsThroughContext(String option) throws IOException {
    Path log = Files.writeString(directory.resolve("general.log"), "text");
    FileOpener refusing =
        (path, options) -> {
          throw new IOException("refused: " + path);
        };
    assertThatThrownBy(() -> reporter(option, log).run(new Context(refusing)))
        .hasStackTraceContaining("refused: " + log);
  }

  private static void assertRefused(ErrorCode code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "binlog"})
  void warnsOnceThatLogIsMissing(String option) throws Exception {
    Path absent = directory.resolve("absent.log");
    Reporter reporter = reporter(option, absent);
    Thread running = new Thread(() -> reporter.run(new Context(FileOpener.PLAIN)));
    running.start();
    assertThat(said.take()).contains("there is no").contains(absent + "; waiting for it");
    reporter.stop();
    running.join();
    assertThat(said).as("further warnings").isEmpty();
  }

  @Test
  void followsUnlessLogIsComplete() {
    Path absent = directory.resolve("absent.log");
    assertThat(reporter("log", absent).isFollowing()).isTrue();
    assertThat(reporter("binlog", absent).isFollowing()).isTrue();
    assertThat(reporter("from", absent).isFollowing()).isFalse();
  }

  @Test
  void rejectsMissingCompleteLog() {
    Path absent = directory.resolve("absent.log");
    assertRefused(
        ErrorCode.NOT_FOUND,
        "there is no log " + absent,
        () -> reporter("from", absent).run(new Context(FileOpener.PLAIN)));
  }

  @Test
  void rejectsMissingBinaryLogForCompleteLog() throws Exception {
    Path log = directory.resolve("general.log");
    Files.write(log, new byte[0]);
    Path absent = directory.resolve("absent.index");
    Map<String, String> options =
        Map.of("from", log.toString(), "format", "mysql", "binlog", absent.toString());
    Reporter reporter = new MysqlReporterFactory().create(options);
    assertRefused(
        ErrorCode.NOT_FOUND,
        "there is no binary log " + absent,
        () -> reporter.run(new Context(FileOpener.PLAIN)));
  }

  @Test
  void rejectsFileThatIsNoIndexOfBinaryLog() throws Exception {
    Path log = directory.resolve("general.log");
    Files.write(log, "Tcp port: 3306\n1 Query \u00e4\n".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(
        ErrorCode.BAD_INPUT,
        "is not an index of a binary log",
        () -> reporter("binlog", log).run(new Context(FileOpener.PLAIN)));
  }
}

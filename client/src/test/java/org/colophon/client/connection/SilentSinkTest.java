// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.client.report.RemoteSink;
import org.colophon.client.report.RemoteSinkBuilder;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports to a service that acknowledges the first operation and then hangs. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class SilentSinkTest {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final ProcessDeclaration PROCESS = ProcessDeclaration.of(5, Bytes.of("/bin/p"), 0);

  @TempDir Path directory;

  private static String answer(String json) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
  }

  private ScriptedService service() throws IOException {
    return new ScriptedService(
        directory,
        answer("{\"acknowledged\":0}"),
        answer("{\"acknowledged\":1,\"ids\":{\"processes\":{\"0\":77},\"objects\":{}}}"));
  }

  private static RemoteSinkBuilder to(ScriptedService service) {
    ServiceConnection connection = ServiceConnection.at(service.socket()).timeout(SHORT).build();
    return RemoteSink.to(connection, "run-test").patience(SHORT);
  }

  private static void report(RemoteSink sink) {
    long known = sink.process(PROCESS, 0);
    sink.awaitDurable(sink.flush());
    long child = sink.process(PROCESS, 0);
    sink.begin();
    sink.position("mark", Bytes.of("1"));
    sink.exit(child, 3, 0);
    sink.exit(known, 4, 0);
  }

  private Supplier<FileChannel> opener(Path file) {
    return () -> {
      try {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    };
  }

  @Test
  void writesUnacknowledgedOperationsToFileWhenServiceHangs() throws IOException {
    Path file = directory.resolve("rest");
    try (ScriptedService service = service()) {
      try (RemoteSink sink = to(service).restInto(opener(file)).build()) {
        report(sink);
      }
    }
    assertThat(file)
        .content()
        .isEqualTo(
            """
            {"op":"process","pid":5,"executable":"/bin/p","id":"1"}
            {"op":"exit","process":"1","status":3}
            {"op":"exit","process":77,"status":4}
            """);
  }

  @Test
  void failsWithoutFileWhenServiceHangs() throws IOException {
    try (ScriptedService service = service()) {
      RemoteSink sink = to(service).build();
      report(sink);
      assertThatThrownBy(sink::close)
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("no success after retrying");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StoppingServiceTest {
  private static final String PROBLEM =
      "{\"type\":\"urn:colophon:error:INTERRUPTED\",\"title\":\"Service Unavailable\",\"status\":503,"
          + "\"code\":\"INTERRUPTED\",\"detail\":\"the service is stopping: ask again after its start\"}";

  private static final String ANSWER =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\n"
          + "Connection: close\r\nContent-Length: "
          + PROBLEM.length()
          + "\r\n\r\n"
          + PROBLEM;

  @TempDir private Path directory;

  private final AtomicInteger refusals = new AtomicInteger();
  private CommandTester tester;

  @BeforeEach
  void recordCopy() {
    tester = new CommandTester(directory);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/in"), Bytes.of("/out")));
  }

  /** Simulates a service that refuses questions until it is closed. */
  private ServerSocketChannel startRefusing() throws IOException {
    Path socket = tester.store.resolve("socket");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Files.writeString(
        tester.store.resolve("service.json"),
        "{\"socket\":\"%s\",\"pid\":%d}".formatted(socket, ProcessHandle.current().pid()));
    new Thread(() -> refuse(server)).start();
    return server;
  }

  private void refuse(ServerSocketChannel server) {
    try {
      while (server.isOpen()) {
        try (SocketChannel client = server.accept()) {
          client.read(ByteBuffer.allocate(1 << 16));
          client.write(ByteBuffer.wrap(ANSWER.getBytes(StandardCharsets.US_ASCII)));
          refusals.incrementAndGet();
        }
      }
    } catch (AsynchronousCloseException e) {
      // the test has ended
    } catch (IOException e) {
      throw new AssertionError("cannot answer", e);
    }
  }

  @Test
  void readsTheStoreIfTheServiceRefusesBecauseItIsStopping() throws IOException {
    try (ServerSocketChannel server = startRefusing()) {
      Outcome found = tester.run("find", "/in");

      assertThat(server.isOpen()).isTrue();
      assertThat(found.exitCode()).as(found.err()).isEqualTo(ExitCode.FOUND);
      assertThat(found.out()).contains("/in");
      assertThat(refusals).hasPositiveValue();
    }
  }

  @Test
  void waitsUntilTheStoppingServiceHasStoredItsLastOperations() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    CompletableFuture<Void> stopping =
        CompletableFuture.runAsync(() -> tester.record(sink -> storeAfterRefusals(sink, open)));
    open.await();
    try (ServerSocketChannel server = startRefusing()) {
      Outcome found = tester.run("find", "/late");

      assertThat(server.isOpen()).isTrue();
      assertThat(found.out()).as(found.err()).contains("/late");
      stopping.get();
    }
  }

  /** Stores a copy after the service has refused to be asked for its health and for the answer. */
  private void storeAfterRefusals(OperationSink sink, CountDownLatch open) {
    open.countDown();
    while (refusals.get() < 2) {
      Thread.onSpinWait();
    }
    Recorded.copy(sink, Bytes.of("/out"), Bytes.of("/late"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.ship.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.spi.log.HostFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The writer in front of services that take their time. */
@Timeout(60)
class ServiceLogWriterTest {
  private static final int FRAME_BYTES = 16 << 10;
  private static final int FRAMES = 40;

  private final List<Integer> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch acknowledged = new CountDownLatch(FRAMES);
  private HttpServer server;
  private long nanosPerByte;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    int bytes = exchange.getRequestBody().readAllBytes().length;
    requests.add(bytes);
    LockSupport.parkNanos(bytes * nanosPerByte);
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private void send() throws InterruptedException {
    int port = server.getAddress().getPort();
    try (ServiceLogWriter writer =
        new ServiceLogWriter(host -> ServiceConnection.at("127.0.0.1", port).build())) {
      HostFrame frame = new HostFrame("a".repeat(32), "web", 1, new byte[FRAME_BYTES]);
      for (int i = 0; i < FRAMES; i++) {
        writer.append(frame, failure -> acknowledged.countDown());
      }
      assertThat(acknowledged.await(50, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(requests.stream().mapToInt(each -> each).sum()).isEqualTo(FRAMES * FRAME_BYTES);
  }

  @Test
  void sendsLargerRequestsWhenServiceIsFast() throws InterruptedException {
    send();
    assertThat(requests).hasSizeLessThan(FRAMES / 4);
  }

  @Test
  void keepsRequestsSmallWhenNetworkIsSlow() throws InterruptedException {
    nanosPerByte = TimeUnit.MILLISECONDS.toNanos(600) / FRAME_BYTES / 4; // 600 ms for four frames
    send();
    assertThat(requests).allMatch(bytes -> bytes <= 4 * FRAME_BYTES);
  }
}

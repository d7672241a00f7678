// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacedOutputTest {
  private static final Pace STRICT = new Pace(Duration.ZERO, Long.MAX_VALUE);
  private static final byte[] KIB = new byte[1024];

  private final RequestSlots places = new RequestSlots(1, 1);
  private final AtomicInteger cuts = new AtomicInteger();
  private final List<Callback> pending = new ArrayList<>();

  private PacedOutput output(boolean isReading, Pace pace) {
    return new PacedOutput(
        (isLast, piece, callback) -> write(isReading, piece, callback),
        cuts::incrementAndGet,
        places,
        1 << 20,
        pace);
  }

  private void write(boolean isReading, ByteBuffer piece, Callback callback) {
    piece.position(piece.limit());
    if (isReading) {
      callback.succeeded();
    } else {
      pending.add(callback);
    }
  }

  @Test
  void closesConnectionOfSlowReader() throws Exception {
    assertThat(places.enter("caller")).isTrue();
    PacedOutput output = output(false, STRICT);
    assertThatThrownBy(() -> output.write(KIB))
        .isInstanceOf(HttpFailure.class)
        .hasMessageContaining("read too slowly");
    assertThat(cuts).hasValue(1);
  }

  @Test
  void keepsConnectionOfFastReader() throws IOException {
    try (PacedOutput output = output(true, STRICT)) {
      for (int i = 0; i < 100; i++) {
        output.write(KIB);
      }
    }
    assertThat(cuts).hasValue(0);
  }

  @Test
  void releasesSlotWhileCallerDoesNotRead() throws Exception {
    assertThat(places.enter("caller")).isTrue();
    PacedOutput output =
        new PacedOutput(
            (isLast, piece, callback) -> pending.add(callback),
            cuts::incrementAndGet,
            places,
            1 << 20,
            Pace.DEFAULT);
    Thread writer = new Thread(() -> write(output));
    writer.start();
    while (!places.enter("caller")) {
      LockSupport.parkNanos(1_000_000);
    }
    places.leave("caller");
    pending.get(0).succeeded();
    writer.join();
    assertThat(places.enter("caller"))
        .as("another caller enters after the writer returned")
        .isFalse();
  }

  private static void write(PacedOutput output) {
    try {
      output.write(KIB);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

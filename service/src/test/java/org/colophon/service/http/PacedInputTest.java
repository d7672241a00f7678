// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class PacedInputTest {
  private final AtomicLong clock = new AtomicLong();
  private final byte[] target = new byte[1024];
  private Duration callerTakes = Duration.ZERO;
  private int left = Integer.MAX_VALUE;

  private final InputStream caller =
      new InputStream() {
        @Override
        public int read() {
          throw new UnsupportedOperationException("reads come in blocks");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
          pass(callerTakes);
          return left-- > 0 ? length : -1;
        }
      };

  private final PacedInput input = new PacedInput(caller, Long.MAX_VALUE, clock::get);

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  private int read() throws IOException {
    return input.read(target, 0, target.length);
  }

  @Test
  void doesNotCountTimeOfSlowServer() throws IOException {
    for (int i = 0; i < 20; i++) {
      assertThat(read()).isEqualTo(1024);
      pass(Duration.ofMinutes(1));
    }
  }

  @Test
  void acceptsCompleteBodyWithLateEnd() throws IOException {
    left = 1;
    assertThat(read()).isEqualTo(1024);
    callerTakes = Duration.ofSeconds(30);
    assertThat(read()).isEqualTo(-1);
    assertThat(read()).isEqualTo(-1);
  }

  @Test
  void rejectsTricklingCaller() throws IOException {
    callerTakes = Duration.ofSeconds(4);
    for (int i = 0; i < 2; i++) {
      assertThat(read()).isEqualTo(1024);
    }
    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            HttpFailure.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED))
        .hasMessageContaining("too slowly");
  }
}

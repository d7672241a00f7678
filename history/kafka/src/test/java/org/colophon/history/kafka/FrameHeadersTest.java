// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.colophon.core.spi.log.HostFrame;
import org.junit.jupiter.api.Test;

class FrameHeadersTest {
  private static final String GENERATIONS = "00000000000000ab@0,00000000000000cd@77";
  private static final HostFrame FRAME =
      new HostFrame("a".repeat(32), "web", 0xABCDL, GENERATIONS, new byte[] {1});

  private static HostFrame read(Headers headers) {
    byte[] key = FRAME.hostId().getBytes(StandardCharsets.UTF_8);
    return FrameHeaders.frame(
        new ConsumerRecord<>(
            "topic",
            0,
            0,
            0,
            TimestampType.CREATE_TIME,
            key.length,
            1,
            key,
            FRAME.bytes(),
            headers,
            Optional.empty()));
  }

  @Test
  void keepsGenerationsOfTheStore() {
    Headers headers = new RecordHeaders();
    FrameHeaders.add(FRAME, headers);
    assertThat(read(headers).generations()).isEqualTo(GENERATIONS);
    assertThat(read(headers).storeId()).isEqualTo(0xABCDL);
  }

  @Test
  void readsRecordOfOlderVersionWithoutGenerations() {
    Headers headers = new RecordHeaders();
    FrameHeaders.add(FRAME, headers);
    headers.remove("generations");
    assertThat(read(headers).generations()).isEmpty();
  }
}

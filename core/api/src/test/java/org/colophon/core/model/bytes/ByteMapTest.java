// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

class ByteMapTest {
  private final Random random = new Random(5);

  private ByteMap.Part part(long length) {
    return new ByteMap.Part(1 + random.nextInt(9), random.nextLong() >>> 8, length);
  }

  private ByteMap.Segment segment(ByteMap.Origin origin, long length) {
    return switch (origin) {
      case COPIED -> ByteMap.Segment.copy(part(length));
      case COMPUTED ->
          new ByteMap.Segment(length, origin, List.of(part(random.nextInt(99)), part(1)));
      case LITERAL -> ByteMap.Segment.literal(length);
      case UNKNOWN -> ByteMap.Segment.unknown(length);
    };
  }

  private ByteMap map() {
    List<ByteMap.Segment> segments = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      long length = 1 + random.nextInt(1000);
      segments.add(segment(ByteMap.Origin.values()[random.nextInt(4)], length));
    }
    return new ByteMap(random.nextLong() >>> 1, segments);
  }

  @Test
  void decodesWhatWasEncoded() {
    for (int i = 0; i < 1000; i++) {
      ByteMap map = map();
      assertThat(ByteMap.decode(map.encode().data())).containsExactly(map);
    }
  }

  @Test
  void decodesSeveralMapsOfOneRecord() {
    for (int i = 0; i < 1000; i++) {
      ByteMap first = map();
      ByteMap second = map();
      Bytes both = first.encode().data().concat(second.encode().data());

      assertThat(ByteMap.decode(both)).containsExactly(first, second);
    }
  }

  @Test
  void returnsOffsetsOfIds() {
    ByteMap.Segment copy = ByteMap.Segment.copy(new ByteMap.Part(0x123456789aL, 0, 5));

    ByteMap.Encoded encoded = new ByteMap(0, List.of(copy)).encode();

    byte[] data = encoded.data().toArray();
    assertThat(encoded.idsAt()).hasSize(1);
    ByteBuffer.wrap(data).putLong(encoded.idsAt()[0], 77);
    assertThat(ByteMap.decode(Bytes.wrap(data)).get(0).segments().get(0).parts())
        .containsExactly(new ByteMap.Part(77, 0, 5));
  }

  @Test
  void rejectsDamagedData() {
    for (int i = 0; i < 5000; i++) {
      byte[] data = map().encode().data().toArray();
      data[random.nextInt(data.length)] = (byte) random.nextInt();
      Bytes cut = Bytes.copyOf(data, 0, random.nextInt(data.length + 1));
      try {
        assertThat(ByteMap.decode(cut)).isNotNull();
      } catch (ColophonException e) {
        assertThat(e).hasMessageContaining("damaged");
      }
    }
  }

  @Test
  void rejectsUnknownVersions() {
    assertThatThrownBy(() -> ByteMap.decode(Bytes.wrap(new byte[] {9, 0, 0, 0, 0})))
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_CORRUPT);
  }
}

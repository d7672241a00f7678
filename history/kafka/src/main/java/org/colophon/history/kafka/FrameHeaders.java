// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.log.HostFrame;
import org.jspecify.annotations.Nullable;

/**
 * The format of a record: key = machine id, value = frame with its prefix, and four headers.
 *
 * <ul>
 *   <li>{@code colophon} is the version of this format, {@value #VERSION};
 *   <li>{@code store} is the store's id in hexadecimal digits;
 *   <li>{@code host} is the host's display name;
 *   <li>{@code generations} are the generations of the store. Older writers omit this header.
 * </ul>
 */
final class FrameHeaders {
  private static final int VERSION = 1;
  private static final String FORM = "colophon";
  private static final String STORE = "store";
  private static final String HOST = "host";
  private static final String GENERATIONS = "generations";

  private FrameHeaders() {}

  static void add(HostFrame frame, Headers headers) {
    headers.add(FORM, bytes(Integer.toString(VERSION)));
    headers.add(STORE, bytes(Long.toHexString(frame.storeId())));
    headers.add(HOST, bytes(frame.hostName()));
    headers.add(GENERATIONS, bytes(frame.generations()));
  }

  /**
   * Returns the frame of a record; null if another program wrote it.
   *
   * @throws ColophonException STORE_TOO_NEW
   */
  static @Nullable HostFrame frame(ConsumerRecord<byte[], byte[]> entry) {
    String form = text(entry.headers(), FORM);
    String store = text(entry.headers(), STORE);
    String host = text(entry.headers(), HOST);
    boolean isNumber = form.matches("[0-9]{1,9}");
    if (isNumber && Integer.parseInt(form) > VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "topic %s has records of form %s at partition %d, offset %d: use the newer Colophon that wrote them"
              .formatted(entry.topic(), form, entry.partition(), entry.offset()));
    }
    boolean isFrame =
        isNumber
            && store.matches("[0-9a-f]{1,16}")
            && !host.isEmpty()
            && entry.key() != null
            && entry.value() != null;
    return isFrame
        ? new HostFrame(
            new String(entry.key(), StandardCharsets.UTF_8),
            host,
            Long.parseUnsignedLong(store, 16),
            text(entry.headers(), GENERATIONS),
            entry.value())
        : null;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}

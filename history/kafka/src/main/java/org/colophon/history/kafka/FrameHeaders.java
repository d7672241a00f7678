// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
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

  /** Returns whether a newer Colophon wrote a record, in a form that is unknown here. */
  static boolean isTooNew(ConsumerRecord<byte[], byte[]> entry) {
    return version(entry) > VERSION;
  }

  /** Returns the version of a record's form; 0 if another program wrote it. */
  private static int version(ConsumerRecord<byte[], byte[]> entry) {
    String form = text(entry.headers(), FORM);
    return form.matches("[0-9]{1,9}") ? Integer.parseInt(form) : 0;
  }

  /** Returns the machine id in the key of a record; empty without a key. */
  static String hostId(ConsumerRecord<byte[], byte[]> entry) {
    return entry.key() == null ? "" : new String(entry.key(), StandardCharsets.UTF_8);
  }

  /** Returns the frame of a record that is not too new; null if another program wrote it. */
  static @Nullable HostFrame frame(ConsumerRecord<byte[], byte[]> entry) {
    String store = text(entry.headers(), STORE);
    String host = text(entry.headers(), HOST);
    boolean isFrame =
        version(entry) > 0
            && store.matches("[0-9a-f]{1,16}")
            && !host.isEmpty()
            && entry.key() != null
            && entry.value() != null;
    return isFrame
        ? new HostFrame(
            hostId(entry),
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

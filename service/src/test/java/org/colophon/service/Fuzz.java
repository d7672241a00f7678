// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Generates requests and lines that are almost valid. */
final class Fuzz {
  private static final List<String> PATHS =
      List.of(
          "/v1/lineage?target=/a&depth=3",
          "/v1/history?target=/a&as-of=2h",
          "/v1/names?pattern=/a*",
          "/v1/show?target=object:1",
          "/v1/why?effect=/a&cause=/b",
          "/v1/snapshots",
          "/v1/sources",
          "/v1/sources/fuzz",
          "/v1/sources/fuzz/operations?first=1&session=a",
          "/v1/status",
          "/metrics");
  private static final List<String> LINES =
      List.of(
          "{\"op\":\"process\",\"id\":\"p\",\"pid\":7,\"arguments\":[\"a\",\"b\"]}",
          "{\"op\":\"object\",\"id\":\"o\",\"path\":\"/fuzz/o\",\"identity\":[\"a\",\"b\"]}",
          "{\"op\":\"write\",\"process\":\"p\",\"object\":\"o\",\"bytes\":12,\"time\":5}",
          "{\"op\":\"rename\",\"process\":\"p\",\"from\":\"/fuzz/o\",\"to\":\"/fuzz/q\"}",
          "{\"op\":\"extended\",\"object\":\"o\",\"type\":\"t\",\"data\":{\"base64\":\"AAEC\"}}",
          "{\"op\":\"gap\",\"cause\":\"events_lost\",\"count\":3}");

  private Fuzz() {}

  /**
   * Returns a request in which a few bytes were changed, removed or repeated. Its headers request
   * that the connection closes.
   */
  static byte[] request(Random random) {
    String path = PATHS.get(random.nextInt(PATHS.size()));
    String body = random.nextBoolean() ? "" : "{\"name\":\"x\"}";
    String method = body.isEmpty() ? "GET" : "POST";
    String text =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    byte[] mutated = mutate(text.getBytes(StandardCharsets.ISO_8859_1), random);
    // Appends text that ends any request.
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(mutated);
    whole.writeBytes("\r\n\r\n\u0000\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    return whole.toByteArray();
  }

  /** A line that is never changed. */
  static final String GOOD = LINES.get(2);

  /** Ends of a line that a parser could mistake for the start of the next line. */
  private static final List<String> ENDS = List.of("5", "\"", "-", "t", " {");

  /** Returns lines. The first two are valid, then every second line. */
  static byte[] lines(Random random, int count) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes((LINES.get(0) + "\n" + LINES.get(1) + "\n").getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < count; i++) {
      byte[] line = LINES.get(random.nextInt(LINES.size())).getBytes(StandardCharsets.UTF_8);
      all.writeBytes(i % 2 == 0 ? GOOD.getBytes(StandardCharsets.UTF_8) : changed(line, random));
      all.write('\n');
    }
    return all.toByteArray();
  }

  private static byte[] changed(byte[] line, Random random) {
    if (random.nextInt(8) > 0) {
      return mutate(line, random);
    }
    String end = ENDS.get(random.nextInt(ENDS.size()));
    return (new String(line, StandardCharsets.UTF_8) + end).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] mutate(byte[] bytes, Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int changes = 1 + random.nextInt(4);
    for (byte each : bytes) {
      if (random.nextInt(bytes.length) >= changes) {
        out.write(each);
        continue;
      }
      switch (random.nextInt(4)) {
        case 0 -> out.write(random.nextInt(256));
        case 1 -> out.write(each ^ (1 << random.nextInt(8)));
        case 2 -> out.writeBytes(new byte[] {each, each});
        default -> {}
      }
    }
    return out.toByteArray();
  }
}

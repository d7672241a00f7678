// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Checks that brokers speak Kafka's protocol. Kafka's client interprets the first four bytes of any
 * answer as a length, and allocates that much memory.
 */
final class BrokerCheck {
  private static final String TLS = "brokers with TLS need the option kafka.security.protocol";
  private static final Pattern ADDRESS = Pattern.compile("(.+):([0-9]{1,5})");
  private static final int TIMEOUT_MILLIS = 5000;
  private static final int CORRELATION = 0x436f6c6f;
  private static final int API_VERSIONS = 18;
  private static final int MAX_ANSWER_BYTES = 1 << 20;

  private final String addresses;
  private final List<InetSocketAddress> brokers = new ArrayList<>();

  BrokerCheck(String addresses) {
    this.addresses = addresses;
    for (String each : addresses.split(",", -1)) {
      Matcher parts = ADDRESS.matcher(each.strip());
      int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
      if (port < 1 || port > 65_535) {
        throw ErrorCode.BAD_REQUEST.exception(
            "brokers=" + addresses + " is not HOST:PORT, or several of them with commas");
      }
      brokers.add(InetSocketAddress.createUnresolved(parts.group(1), port));
    }
  }

  String addresses() {
    return addresses;
  }

  /**
   * Requires that a broker answers, and that all answers are in Kafka's format. Does not check
   * brokers that need a protocol of security, such as TLS.
   *
   * @param client settings of Kafka's client
   * @throws ColophonException IO_FAILED
   */
  void requireKafka(Map<String, Object> client) {
    if (client.containsKey("security.protocol")) {
      return;
    }
    String failure = "";
    boolean isReached = false;
    for (InetSocketAddress each : brokers) {
      try {
        requestVersions(each);
        isReached = true;
      } catch (IOException e) {
        failure = each.getHostString() + ":" + each.getPort() + ": " + e.getMessage();
      }
    }
    if (!isReached) {
      throw ErrorCode.IO_FAILED.exception(
          "no broker of " + addresses + " can be reached: " + failure + "; " + TLS);
    }
  }

  /** Sends ApiVersions, version 0, which is the first request of every client of Kafka. */
  private static void requestVersions(InetSocketAddress broker) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(broker.getHostString(), broker.getPort()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(10);
      out.writeShort(API_VERSIONS);
      out.writeShort(0);
      out.writeInt(CORRELATION);
      out.writeShort(-1); // no client id
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int length = in.readInt();
      if (length < 4 || length > MAX_ANSWER_BYTES || in.readInt() != CORRELATION) {
        throw ErrorCode.IO_FAILED.exception(
            "%s:%d is not a Kafka broker, since it answers in another protocol: correct the option brokers; %s"
                .formatted(broker.getHostString(), broker.getPort(), TLS));
      }
    }
  }
}

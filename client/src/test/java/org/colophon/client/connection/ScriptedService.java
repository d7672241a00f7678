// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Answers each request with the next of the given texts. After a text that ends with {@link
 * #CLOSE}, closes the connection. After the last text, does not answer.
 */
final class ScriptedService implements AutoCloseable {
  static final String CLOSE = "<close>";

  private final ServerSocketChannel listener;
  private final Path socket;
  private final Deque<String> answers;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<SocketChannel> connections = Collections.synchronizedList(new ArrayList<>());
  private final Thread thread;

  ScriptedService(Path directory, String... answers) throws IOException {
    this.socket = directory.resolve("socket");
    this.answers = new ArrayDeque<>(List.of(answers));
    this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    this.thread = new Thread(this::serve, "scripted-service");
    thread.start();
  }

  Path socket() {
    return socket;
  }

  /** Returns the requests so far, including their bodies. */
  List<String> requests() {
    return requests;
  }

  int connections() {
    return connections.size();
  }

  private void serve() {
    try {
      while (true) {
        SocketChannel connection = listener.accept();
        connections.add(connection);
        serve(connection);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(SocketChannel connection) throws IOException {
    while (true) {
      String request = read(connection);
      if (request.isEmpty()) {
        return;
      }
      requests.add(request);
      String answer = answers.poll();
      if (answer == null) {
        continue;
      }
      boolean isLast = answer.endsWith(CLOSE);
      String text = isLast ? answer.substring(0, answer.length() - CLOSE.length()) : answer;
      connection.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      if (isLast) {
        connection.close();
        return;
      }
    }
  }

  /** Reads a whole request: the head, and a body that is chunked or has the length in the head. */
  private static String read(SocketChannel connection) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (!isWhole(all.toString(StandardCharsets.UTF_8)) && connection.read(one) > 0) {
      all.write(one.get(0));
      one.clear();
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  private static boolean isWhole(String text) {
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return false;
    }
    if (text.contains("chunked")) {
      return text.endsWith("0\r\n\r\n");
    }
    int length = text.indexOf("Content-Length: ");
    return length < 0
        || text.length() - end - 4 >= Integer.parseInt(text.substring(length + 16).split("\r")[0]);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (SocketChannel each : List.copyOf(connections)) {
      each.close();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.certify;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Relays TCP connections from a loopback port to another. Everything arrives later by a fixed time
 * in each direction; the rate is not limited. After an error, both ends of a connection are closed,
 * so that the client fails.
 */
final class DelayRelay implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 16;

  private final ServerSocket server;
  private final int target;
  private final long delayNanos;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /**
   * Starts to relay.
   *
   * @param target loopback port of the service
   * @param delayMillis delay of each direction
   */
  DelayRelay(int target, long delayMillis) throws IOException {
    this.target = target;
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
    server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "delay-relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        open.add(client);
        Socket service = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(service);
        client.setTcpNoDelay(true);
        service.setTcpNoDelay(true);
        start(() -> pump(client, service));
        start(() -> pump(service, client));
      } catch (IOException e) {
        close(); // clients fail, and report it
      }
    }
  }

  /** Forwards one direction until its end. Another thread writes, in the order of arrival. */
  private void pump(Socket from, Socket to) {
    ExecutorService delayed = Executors.newSingleThreadExecutor();
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        byte[] bytes = Arrays.copyOf(chunk, n);
        long due = System.nanoTime() + delayNanos;
        delayed.execute(() -> write(bytes, due, out, from, to));
      }
    } catch (IOException e) {
      close(from, to);
    }
    delayed.execute(() -> close(from, to));
    delayed.shutdown(); // after all writes
  }

  private void write(byte[] bytes, long due, OutputStream out, Socket from, Socket to) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    try {
      out.write(bytes);
    } catch (IOException e) {
      close(from, to);
    }
  }

  private void close(Socket... sockets) {
    for (Socket socket : sockets) {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException e) {
        throw new IllegalStateException("cannot close " + socket, e);
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close " + server, e);
    }
    close(open.toArray(Socket[]::new));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.signer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.Signer;

/**
 * Signs for other processes over a Unix socket, which its owner and group may use. A request is the
 * line {@code key}, or consists of a time in seconds, the three lines of a checkpoint, and an empty
 * line. The answer is the public key, two signature lines, or {@code refused: REASON}.
 */
public final class SignerServer implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SignerServer.class.getName());
  private static final int MAX_LINES = 4;
  private static final int MAX_LINE = 1000;
  private static final int THREADS = 4;

  private final Signer signer;
  private final Path socket;
  private final ServerSocketChannel server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, SignerServer::daemon);

  private SignerServer(Signer signer, Path socket, ServerSocketChannel server) {
    this.signer = signer;
    this.socket = socket;
    this.server = server;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "colophon-sign");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts listening.
   *
   * @param socket socket file; an old one is replaced
   * @throws ColophonException IO_FAILED
   */
  public static SignerServer start(Signer signer, Path socket) {
    try {
      Files.deleteIfExists(socket);
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(socket));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw----"));
      SignerServer started = new SignerServer(signer, socket, server);
      started.threads.execute(started::accept);
      return started;
    } catch (IOException e) {
      throw IoFailure.of("listen at", socket, e);
    }
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        threads.execute(() -> serve(client));
      }
    } catch (ClosedChannelException e) {
      LOG.log(Level.DEBUG, "the signer ends");
    } catch (IOException e) {
      LOG.log(Level.ERROR, "the signer accepts no more requests: {0}", IoFailure.reason(e));
    }
  }

  private void serve(SocketChannel client) {
    try (SocketChannel open = client;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(Channels.newInputStream(open), StandardCharsets.UTF_8));
        OutputStream out = Channels.newOutputStream(open)) {
      out.write(answer(in).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a request was not answered: {0}", IoFailure.reason(e));
    }
  }

  private String answer(BufferedReader in) throws IOException {
    String first = in.readLine();
    if ("key".equals(first)) {
      return signer.verifier() + "\n";
    }
    StringBuilder text = new StringBuilder();
    String line = in.readLine();
    for (int lines = 0; line != null && !line.isEmpty() && lines < MAX_LINES; lines++) {
      text.append(line, 0, Math.min(line.length(), MAX_LINE)).append('\n');
      line = in.readLine();
    }
    try {
      if (first == null || !first.matches("[0-9]{1,18}")) {
        return "refused: not a request\n";
      }
      StringBuilder signatures = new StringBuilder();
      for (SignedNote.Signature each : signer.sign(text.toString(), Long.parseLong(first))) {
        signatures.append(each.line());
      }
      return signatures.toString();
    } catch (ColophonException e) {
      return "refused: " + String.valueOf(e.getMessage()).replace('\n', ' ') + "\n";
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      server.close();
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      throw IoFailure.of("remove", socket, e);
    }
  }
}

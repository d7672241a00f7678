// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.shared;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Function;
import jdk.net.ExtendedSocketOptions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;

/**
 * Serves one connection. Traces the processes that one thread of the caller starts. If the caller
 * reads slowly, the ring fills, and only the processes of this trace are slowed. The trace ends
 * with the connection.
 */
final class UserTrace implements Runnable {
  private static final Logger LOG = System.getLogger(UserTrace.class.getName());
  private static final int MAX_REQUEST = 1 << 13;
  private static final int MAX_PROGRAMS = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Length of a nonce; twice as many digits must fit into a thread's name of at most 15 characters.
   */
  private static final int NONCE_BYTES = 7;

  private final SocketChannel channel;
  private final AllowedUsers users;
  private final Function<Boolean, KernelProgram> loader;

  UserTrace(SocketChannel channel, AllowedUsers users, Function<Boolean, KernelProgram> loader) {
    this.channel = channel;
    this.users = users;
    this.loader = loader;
  }

  @Override
  public void run() {
    try (LineChannel lines = new LineChannel(channel, MAX_REQUEST)) {
      try {
        serve(lines);
      } catch (ColophonException e) {
        LOG.log(Level.WARNING, "a trace of kernel events is refused: {0}", e.getMessage());
        lines.sendError(e);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "a trace of kernel events failed", e);
        lines.sendError(ErrorCode.IO_FAILED.exception("the service failed: " + e, e));
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a caller of kernel events has ended", e);
    }
  }

  private void serve(LineChannel lines) throws IOException {
    String nonce = nonce();
    lines.send(SharedEvents.GREETING + nonce);
    String hello = lines.line();
    boolean hasLookups = hello.endsWith(SharedEvents.LOOKUPS);
    int length = hello.length() - (hasLookups ? SharedEvents.LOOKUPS.length() : 0);
    int thread = number(request(hello.substring(0, length), "HELLO", 1)[1]);
    Caller caller =
        Caller.verify(thread, nonce, channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user());
    users.begin(caller);
    try (KernelProgram program = loader.apply(hasLookups)) {
      lines.sendOk();
      trace(lines, caller, program);
    } finally {
      users.end(caller);
      LOG.log(Level.INFO, "a trace of {0} has ended", caller.name());
    }
  }

  private static String nonce() {
    byte[] random = new byte[NONCE_BYTES];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private static int number(String word) {
    if (!word.matches("[0-9]{1,9}")) {
      throw ErrorCode.BAD_REQUEST.exception("'" + word + "' is not a number");
    }
    return Integer.parseInt(word);
  }

  private static String[] request(String line, String name, int arguments) {
    String[] words = line.split(" ", -1);
    if (!words[0].equals(name) || words.length != arguments + 1) {
      throw ErrorCode.BAD_REQUEST.exception("the service expects " + name + ", not '" + line + "'");
    }
    return words;
  }

  private static void trace(LineChannel lines, Caller caller, KernelProgram program)
      throws IOException {
    while (lines.received.position() == 0 && lines.receive() == 0) {
      lines.pause(); // the caller may still be opening a store
    }
    String[] words = request(lines.line(), "TRACE", 5);
    int thread = number(words[1]);
    caller.requireOwn(thread);
    TracedProcesses traced =
        TracedProcesses.ofChildOf(
                thread,
                Math.min(MAX_PROGRAMS, number(words[2])),
                Boolean.parseBoolean(words[3]),
                Boolean.parseBoolean(words[4]),
                caller.user())
            .withEnvironments(Boolean.parseBoolean(words[5]));
    program.trace(traced);
    LOG.log(Level.INFO, "a trace of {0} begins", caller.name());
    lines.sendOk();
    send(lines, program, traced.closed());
  }

  private static void send(LineChannel lines, KernelProgram program, TracedProcesses closed)
      throws IOException {
    boolean isLast = false;
    while (true) {
      lines.receive();
      String command = lines.next();
      if (command != null) {
        isLast |= obey(command, lines, program, closed);
      }
      if (program.ring().send(lines.channel()) > 0) {
        lines.resume();
      } else if (isLast && program.ring().isEmpty()) {
        lines.send(counts(program, true));
        return;
      } else if (command == null) {
        lines.pause();
      }
    }
  }

  /** Executes a command; returns whether the trace ends. */
  private static boolean obey(
      String command, LineChannel lines, KernelProgram program, TracedProcesses closed)
      throws IOException {
    switch (command) {
      case "CLOSED" -> program.trace(closed);
      case "COUNTS" -> {
        while (!program.ring().isBetweenRecords()) {
          if (program.ring().send(lines.channel()) == 0) {
            lines.pause();
          }
        }
        lines.send(counts(program, false));
      }
      case "DETACH" -> program.detach();
      default -> throw new IOException("unknown command " + command);
    }
    return command.equals("DETACH");
  }

  private static ByteBuffer counts(KernelProgram program, boolean isFinal) {
    ByteBuffer record =
        ByteBuffer.allocate(SharedEvents.COUNTS_BYTES).order(ByteOrder.nativeOrder());
    return SharedEvents.putCounts(
        record, program.emitted(), program.lost(), program.living(), isFinal);
  }
}

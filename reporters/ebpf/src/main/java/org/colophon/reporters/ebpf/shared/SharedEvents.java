// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.shared;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;

/**
 * Events that a privileged service sends to this process. If the service ends before the trace, the
 * rest of the trace counts as lost.
 */
public final class SharedEvents implements EventSource {
  /** Environment variable with the path of a socket other than {@link #DEFAULT_SOCKET}. */
  public static final String SOCKET_VARIABLE = "COLOPHON_KERNEL_EVENTS";

  public static final Path DEFAULT_SOCKET = Path.of("/run/colophon/kernel-events");

  static final String GREETING = "colophon-kernel-events 2 ";

  /**
   * End of the greeting of a caller that also wants directory listings, and calls with the path of
   * no file.
   */
  static final String LOOKUPS = " lookups";

  static final int COUNTS_BYTES = Head.RECORD_HEADER + Head.BYTES;

  /** Time after which a service that does not greet counts as hung. */
  private static final long GREETING_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final Logger LOG = System.getLogger(SharedEvents.class.getName());
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int LENGTH_MASK = (1 << 30) - 1;
  private static final int WRITABLE_BY_OTHERS = 022;

  private final LineChannel lines;
  private boolean isDetached;
  private boolean isCut;
  private boolean isFinal;
  private boolean isAsked;
  private long living = -1;
  private long emitted;
  private long lost;
  private long reportedLost;
  private long consumed;

  private SharedEvents(LineChannel lines) {
    this.lines = lines;
  }

  /**
   * Connects to a service. The service then loads its BPF programs.
   *
   * @param hasLookups whether directory listings, and calls with the path of no file, are recorded.
   * @throws ColophonException NOT_PERMITTED if the service or its socket is not trusted, or the
   *     service refuses this user; LIMIT_REACHED; IO_FAILED.
   */
  public static SharedEvents connect(Path socket, boolean hasLookups) {
    try {
      UserPrincipal owner = trustedOwner(socket);
      SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
      try {
        if (!channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(owner)) {
          throw untrusted(socket + " is served by another user than its directory's owner");
        }
        LineChannel lines = new LineChannel(channel, BUFFER_BYTES);
        greet(lines, hasLookups ? LOOKUPS : "");
        return new SharedEvents(lines);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot receive kernel events at " + socket + ": " + e.getMessage(), e);
    }
  }

  private static UserPrincipal trustedOwner(Path socket) throws IOException {
    Path directory = socket.toAbsolutePath().getParent();
    if (((Integer) Files.getAttribute(directory, "unix:mode") & WRITABLE_BY_OTHERS) != 0) {
      throw untrusted("several users may change " + directory);
    }
    return Files.getOwner(directory);
  }

  private static ColophonException untrusted(String why) {
    return ErrorCode.NOT_PERMITTED.exception(why + ", so kernel events from there are not trusted");
  }

  private static void greet(LineChannel lines, String wish) throws IOException {
    lines.setTimeout(GREETING_NANOS);
    String greeting = lines.line();
    lines.setTimeout(LineChannel.TIMEOUT_NANOS);
    if (!greeting.startsWith(GREETING)) {
      throw new IOException("the service has another version: " + greeting);
    }
    int thread = ProcFiles.currentThread();
    Path name = Path.of("/proc/self/task", Integer.toString(thread), "comm");
    String before = Files.readString(name).strip();
    Files.writeString(name, greeting.substring(GREETING.length()));
    try {
      lines.send("HELLO " + thread + wish);
      lines.requireOk();
    } finally {
      Files.writeString(name, before);
    }
  }

  @Override
  public String tool() {
    return "ebpf-service";
  }

  @Override
  public void trace(TracedProcesses traced) {
    if (traced.spawner() == 0) {
      send("CLOSED");
      return;
    }
    try {
      lines.send(
          "TRACE "
              + traced.spawner()
              + " "
              + traced.programs()
              + " "
              + traced.isLossy()
              + " "
              + traced.folds()
              + " "
              + traced.hasEnvironments());
      lines.requireOk();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the service did not begin the trace: " + e.getMessage() + "; trace --with strace", e);
    }
  }

  private void send(String command) {
    if (isCut) {
      return;
    }
    try {
      lines.send(command);
    } catch (IOException e) {
      cut(e);
    }
  }

  /** After {@link #detach}, waits for the remaining records. */
  @Override
  public int drain(RecordHandler handler) {
    int count = 0;
    try {
      if (!isCut && !isFinal) {
        lines.receive();
        count = handle(handler);
      }
      while (isDetached && count == 0 && !isCut && !isFinal) {
        lines.await();
        count = handle(handler);
      }
    } catch (IOException e) {
      cut(e);
    }
    consumed += count;
    return count;
  }

  private int handle(RecordHandler handler) {
    ByteBuffer memory = lines.received;
    int end = memory.position();
    int count = 0;
    int at = 0;
    while (at + Head.RECORD_HEADER <= end) {
      int header = memory.getInt(at);
      int length = header & LENGTH_MASK;
      int next = at + ((length + Head.RECORD_HEADER + 7) & -8);
      if (next > end) {
        break;
      }
      int record = at + Head.RECORD_HEADER;
      if (memory.getInt(record + Head.KIND) == Head.COUNTS) {
        takeCounts(memory, record);
      } else if (header == length) { // neither busy nor discarded
        reportedLost += memory.getInt(record + Head.LOST);
        handler.record(memory, record, length);
        count++;
      }
      at = next;
    }
    lines.drop(at);
    return count;
  }

  private void takeCounts(ByteBuffer memory, int record) {
    isFinal = memory.getInt(record + Head.NUMBER) != 0;
    emitted = memory.getLong(record + Head.ARGUMENTS);
    lost = memory.getLong(record + Head.ARGUMENTS + 8);
    living = memory.getLong(record + Head.ARGUMENTS + 16);
  }

  /** Writes a record of counts for {@link #takeCounts}. */
  static ByteBuffer putCounts(
      ByteBuffer record, long emitted, long lost, long living, boolean isFinal) {
    int head = Head.RECORD_HEADER;
    record.putInt(0, Head.BYTES);
    record.putInt(head + Head.KIND, Head.COUNTS);
    record.putInt(head + Head.NUMBER, isFinal ? 1 : 0);
    record.putLong(head + Head.ARGUMENTS, emitted);
    record.putLong(head + Head.ARGUMENTS + 8, lost);
    record.putLong(head + Head.ARGUMENTS + 16, living);
    return record;
  }

  private void cut(IOException e) {
    isCut = true;
    LOG.log(
        Level.WARNING,
        "the service ended the trace ({0}); the command continues without being recorded",
        e.getMessage());
  }

  @Override
  public void detach() {
    if (!isDetached) {
      isDetached = true;
      send("DETACH");
    }
  }

  /**
   * Requests the count from the service, which sends it as one of the next records. Returns 1 until
   * the count has arrived.
   */
  @Override
  public long living() {
    if (isCut) {
      return 0;
    }
    if (!isAsked) {
      isAsked = true;
      living = -1;
      send("COUNTS");
    }
    if (living >= 0) {
      isAsked = false;
      return living;
    }
    return 1;
  }

  @Override
  public long emitted() {
    return isFinal ? emitted : consumed + lost();
  }

  @Override
  public long consumed() {
    return consumed;
  }

  /**
   * Returns the number of lost records. If the service has sent no final counts, the number is
   * unknown; then at least one record counts as lost.
   */
  @Override
  public long lost() {
    return isFinal ? lost : reportedLost + 1;
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "cannot close a connection", e);
    }
  }
}

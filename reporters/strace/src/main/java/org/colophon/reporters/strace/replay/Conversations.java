package org.colophon.reporters.strace.replay;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.ServerConnection;
import org.colophon.reporters.strace.line.StraceLine;

/**
 * Links traced clients of database servers with connections in the server's log. The handshake
 * contains the connection number used in the log. The log may be read before or after the trace.
 */
final class Conversations {
  private final Report report;
  private final String host;

  Conversations(Report report, String host) {
    this.report = report;
    this.host = host;
  }

  /** A stream was connected, perhaps to a database server. */
  void connected(OpenFile file, SocketAddress target) {
    SocketEnd end = file.socket;
    if (end.scheme.equals("unix")) {
      end.conversation = new Conversation(ServerConnection.atSocket(target.host()));
    } else if (target.isLoopback()) {
      end.conversation = new Conversation(ServerConnection.atPort(target.port()));
    }
  }

  /** A process has received from a server. */
  void received(Task task, OpenFile file, StraceLine line) {
    Conversation talk = file.socket.conversation;
    if (talk == null || line.number() <= 0) {
      return;
    }
    if (talk.greeting != null && !isGreeted(file.socket, line)) {
      return;
    }
    if (talk.receivers.add(task.process.id)) {
      report.release(task.process);
      for (long results : talk.results) {
        report.sink.link(LinkKind.RECEIVED, task.process.id, results, report.nowNanos);
      }
    }
  }

  /** Returns whether the handshake is complete. */
  private boolean isGreeted(SocketEnd end, StraceLine line) {
    Conversation talk = end.conversation;
    Bytes text = text(line);
    boolean isTold = text.length() >= line.number() && report.nowNanos != 0;
    Greeting.State state = isTold ? talk.greeting.add(text) : Greeting.State.OTHER;
    if (state == Greeting.State.WHOLE) {
      begin(talk, talk.greeting.number());
      talk.greeting = null;
    } else if (state == Greeting.State.OTHER) {
      end.conversation = null;
    }
    return state == Greeting.State.WHOLE;
  }

  /** Returns the received bytes that strace shows. */
  private static Bytes text(StraceLine line) {
    return switch (line.call()) {
      case RECVFROM, READ -> line.stringAt(1);
      case RECVMSG, READV -> line.buffersAt(1);
      default -> Bytes.EMPTY;
    };
  }

  private void begin(Conversation talk, long number) {
    ServerConnection connection = new ServerConnection(host, talk.address, number);
    long first = ServerConnection.firstStretch(report.nowNanos);
    int count = (int) (ServerConnection.lastStretch(report.nowNanos) - first) + 1;
    talk.requests = new long[count];
    talk.results = new long[count];
    String name = "connection " + number + " to " + talk.address;
    for (int i = 0; i < count; i++) {
      talk.requests[i] = declare(connection.requests(first + i), name);
      talk.results[i] = declare(connection.results(first + i), "results of " + name);
    }
  }

  private long declare(Bytes identity, String name) {
    return report.sink.process(
        new ProcessDeclaration(identity, 0, Bytes.of(name), List.of(), Bytes.EMPTY, 0),
        report.nowNanos);
  }

  /** Links the requests with their sender, again after it has read more. */
  void sends(Task task, OpenFile file) {
    Conversation talk = file.socket.conversation;
    if (talk == null || talk.greeting != null) {
      return;
    }
    Tracee process = task.process;
    report.release(process);
    boolean isNew = talk.lastSender != process.id || talk.newsOfSender != process.news;
    if (isNew || process.mappings.isAnyWritten()) {
      talk.lastSender = process.id;
      talk.newsOfSender = process.news;
      for (long requests : talk.requests) {
        report.sink.link(LinkKind.SENT, requests, process.id, report.nowNanos);
      }
    }
  }
}

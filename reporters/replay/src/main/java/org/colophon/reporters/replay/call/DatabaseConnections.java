// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.ServerConnection;
import org.colophon.reporters.replay.state.DatabaseConnection;
import org.colophon.reporters.replay.state.MysqlHandshake;
import org.colophon.reporters.replay.state.SocketEnd;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.colophon.reporters.replay.syscall.SystemCall;

/**
 * Links traced clients of database servers with connections in the server's log. The server's
 * handshake contains the connection number in the log. The log may be read before or after the
 * trace.
 */
final class DatabaseConnections {
  private final AccessReporter report;
  private final String host;

  DatabaseConnections(AccessReporter report, String host) {
    this.report = report;
    this.host = host;
  }

  /** Called when a stream was connected, perhaps to a database server. */
  void connected(SocketEnd end, SocketAddress target) {
    if (end.scheme.equals("unix")) {
      end.database = new DatabaseConnection(ServerConnection.atSocket(target.host()));
    } else if (target.isLoopback()) {
      end.database = new DatabaseConnection(ServerConnection.atPort(target.port()));
    }
  }

  /** Called when a process has received data from a server. */
  void received(Task task, SocketEnd end, SystemCall call) {
    DatabaseConnection connection = end.database;
    if (connection == null || call.result <= 0) {
      return;
    }
    MysqlHandshake handshake = connection.handshake;
    if (handshake != null && !isComplete(handshake, end, connection, call)) {
      return;
    }
    if (connection.receivers.add(report.actor(task.process))) {
      report.release(task.process);
      for (long results : connection.results) {
        report.linkTo(LinkKind.RECEIVED, task.process, results);
      }
    }
  }

  private boolean isComplete(
      MysqlHandshake handshake, SocketEnd end, DatabaseConnection connection, SystemCall call) {
    Bytes text = text(call);
    boolean isTold = text.length() >= call.result && report.nowNanos != 0;
    MysqlHandshake.State state = isTold ? handshake.add(text) : MysqlHandshake.State.OTHER;
    if (state == MysqlHandshake.State.WHOLE) {
      begin(connection, handshake.number());
      connection.handshake = null;
    } else if (state == MysqlHandshake.State.OTHER) {
      end.database = null;
    }
    return state == MysqlHandshake.State.WHOLE;
  }

  private static Bytes text(SystemCall call) {
    return switch (call.type) {
      case RECVFROM, READ -> call.stringAt(1);
      case RECVMSG, READV -> call.buffersAt(1);
      default -> Bytes.EMPTY;
    };
  }

  private void begin(DatabaseConnection connection, long number) {
    ServerConnection server = new ServerConnection(host, connection.address, number);
    long first = ServerConnection.firstStretch(report.nowNanos);
    int count = (int) (ServerConnection.lastStretch(report.nowNanos) - first) + 1;
    connection.requests = new long[count];
    connection.results = new long[count];
    String name = "connection " + number + " to " + connection.address;
    for (int i = 0; i < count; i++) {
      connection.requests[i] = declare(server.requests(first + i), name);
      connection.results[i] = declare(server.results(first + i), "results of " + name);
    }
  }

  private long declare(Bytes identity, String name) {
    return report.sink.process(
        new ProcessDeclaration(identity, 0, Bytes.of(name), List.of(), Bytes.EMPTY, 0),
        report.nowNanos);
  }

  /**
   * Links the requests to their sender. Links them again if the sender has read more data since the
   * last link.
   */
  void sends(Task task, SocketEnd end) {
    DatabaseConnection connection = end.database;
    if (connection == null || connection.handshake != null) {
      return;
    }
    Tracee process = task.process;
    report.release(process);
    boolean isNew =
        connection.lastSender != report.actor(process)
            || connection.readCountOfSender != process.readCount;
    if (isNew || process.mappings.isAnyWritten()) {
      connection.lastSender = report.actor(process);
      connection.readCountOfSender = process.readCount;
      for (long requests : connection.requests) {
        report.linkFrom(LinkKind.SENT, requests, process);
      }
    }
  }
}

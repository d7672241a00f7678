package org.colophon.reporters.strace.replay.call;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.strace.line.LineScan;
import org.colophon.reporters.strace.line.StraceLine;
import org.colophon.reporters.strace.line.Syscall;
import org.colophon.reporters.strace.replay.state.BoundSockets;
import org.colophon.reporters.strace.replay.state.HostProbe;
import org.colophon.reporters.strace.replay.state.OpenFile;
import org.colophon.reporters.strace.replay.state.PassedDescriptors;
import org.colophon.reporters.strace.replay.state.SocketAddress;
import org.colophon.reporters.strace.replay.state.SocketEnd;
import org.colophon.reporters.strace.replay.state.Task;

/**
 * Socket calls. Each direction of a connection is an object. Connections between traced processes
 * are joined by the listener's address. Connections that wait at one listener at the same time
 * share objects, so that no flow is lost. Others use objects named by the peer's address.
 */
final class SocketCalls {
  private static final byte[] RIGHTS =
      "SCM_RIGHTS, cmsg_data=[".getBytes(StandardCharsets.US_ASCII);

  private final AccessReporter report;
  private final OpenFiles files;
  private final NameCalls names;
  private final DescriptorCalls descriptors;
  private final DataCalls data;
  private final DatabaseConnections databases;
  private final HostProbe probe;
  private final BoundSockets boundSockets = new BoundSockets();

  private final PassedDescriptors passedDescriptors = new PassedDescriptors();

  SocketCalls(
      AccessReporter report,
      OpenFiles files,
      NameCalls names,
      DescriptorCalls descriptors,
      DataCalls data,
      DatabaseConnections databases,
      HostProbe probe) {
    this.report = report;
    this.files = files;
    this.names = names;
    this.descriptors = descriptors;
    this.data = data;
    this.databases = databases;
    this.probe = probe;
  }

  void begin(Task task, StraceLine line) {
    if (line.call() == Syscall.CONNECT) {
      beginConnect(task, line);
    } else {
      aim(task, line);
      if (sends(line.call())) {
        task.begunMessage = pass(task, line);
        task.isApplied = true;
      }
      data.begin(task, line);
    }
  }

  void handle(Task task, StraceLine line) {
    switch (line.call()) {
      case SOCKET -> socket(task, line);
      case SOCKETPAIR -> pair(task, line);
      case BIND -> bind(task, line);
      case CONNECT -> connect(task, line);
      case ACCEPT, ACCEPT4 -> accept(task, line);
      case GETSOCKNAME -> learn(task, line);
      case OWN_ADDRESS -> task.ownAddress = address(task, line, 1);
      default -> {
        // A listener accepts at its bound address.
      }
    }
  }

  /** Handles sent and received data and descriptors. */
  void move(Task task, StraceLine line) {
    boolean sends = sends(line.call());
    if (task.begunWrite == 0) {
      aim(task, line);
    }
    if (sends && line.succeeded() && !task.isApplied) {
      pass(task, line);
    } else if (task.begunMessage != null && !line.succeeded()) {
      passedDescriptors.cancel(task.begunMessage);
    }
    data.end(task, line);
    if (line.succeeded() && !sends) {
      receive(task, line);
    }
  }

  private static boolean sends(Syscall call) {
    return call == Syscall.SENDTO || call == Syscall.SENDMSG || call == Syscall.SENDMMSG;
  }

  private void socket(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    boolean isUnix = line.has(0, CallFlags.AF_UNIX);
    boolean isInternet = line.has(0, CallFlags.AF_INET) || line.has(0, CallFlags.AF_INET6);
    boolean isDatagram = line.has(1, CallFlags.SOCK_DGRAM);
    OpenFile file = OpenFile.nothing(null);
    if (isUnix || isInternet) {
      String scheme = isUnix ? "unix" : isDatagram ? "udp" : "tcp";
      file = OpenFile.socket(new SocketEnd(scheme, isDatagram));
    }
    descriptors.install(task, (int) line.number(), file, line.has(1, CallFlags.SOCK_CLOEXEC));
  }

  private void pair(Task task, StraceLine line) {
    int[] ends = DescriptorCalls.pair(line, 3);
    if (!line.succeeded() || ends == null) {
      return;
    }
    boolean isClosedOnExec = line.has(1, CallFlags.SOCK_CLOEXEC);
    SocketEnd.Directions both = directions("socketpair of " + task.process.pid);
    OpenFile one = OpenFile.stream(both.received(), both.sent(), null);
    OpenFile other = OpenFile.stream(both.sent(), both.received(), null);
    descriptors.install(task, ends[0], one, isClosedOnExec);
    descriptors.install(task, ends[1], other, isClosedOnExec);
  }

  private SocketEnd.Directions directions(String label) {
    return new SocketEnd.Directions(
        files.newObject(ObjectKind.SOCKET, label + " sent"),
        files.newObject(ObjectKind.SOCKET, label + " received"));
  }

  private SocketAddress address(Task task, StraceLine line, int argument) {
    return SocketAddress.parse(line, argument, name -> names.absolute(task, name));
  }

  private SocketEnd end(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    return file == null ? null : file.socket;
  }

  private void bind(Task task, StraceLine line) {
    SocketEnd end = line.succeeded() ? end(task, line) : null;
    if (end == null) {
      return;
    }
    boundSockets.bind(end, address(task, line, 1));
    if (end.isDatagram && end.address != null) {
      OpenFile file = descriptors.find(task, line, 0);
      String name = end.address.name(end.scheme);
      end.inbox = files.newObject(ObjectKind.SOCKET, name + " received");
      end.outbox = files.newObject(ObjectKind.SOCKET, name + " sent");
      file.read = end.inbox;
    }
  }

  /** Learns an address that the system chose. */
  private void learn(Task task, StraceLine line) {
    SocketEnd end = line.succeeded() ? end(task, line) : null;
    if (end != null && end.address != null) {
      boundSockets.bind(end, address(task, line, 1));
    }
  }

  private void beginConnect(Task task, StraceLine line) {
    SocketEnd end = end(task, line);
    SocketAddress target = address(task, line, 1);
    if (end != null && target != null && !end.isDatagram) {
      waitAt(task, end.scheme, target);
    }
  }

  private void waitAt(Task task, String scheme, SocketAddress target) {
    SocketEnd listener = boundSockets.at(scheme, target);
    if (listener != null) {
      if (listener.pending == null) {
        listener.pending = directions(target.name(scheme));
      }
      listener.waiting++;
      task.begunListener = listener;
      task.begunDirections = listener.pending;
    }
  }

  private void connect(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    SocketAddress target = address(task, line, 1);
    if (file == null || file.socket == null || target == null) {
      return;
    }
    boolean connects = line.succeeded() || line.isInProgress();
    if (!connects) {
      if (task.begunListener != null) {
        arrived(task.begunListener);
      }
    } else if (file.socket.isDatagram) {
      file.write = inbox(file.socket, target);
    } else {
      if (task.begunListener == null) {
        waitAt(task, file.socket.scheme, target);
      }
      SocketAddress own = own(task, line.fdAt(0), target);
      connected(file, task.begunDirections, target, own);
      databases.connected(file, target);
    }
    task.begunListener = null;
    task.begunDirections = null;
    task.ownAddress = null;
  }

  private void connected(
      OpenFile file, SocketEnd.Directions both, SocketAddress target, SocketAddress own) {
    if (both == null) {
      outside(file, target, own);
    } else {
      file.write = both.sent();
      file.read = both.received();
    }
  }

  /** Both hosts name a connection by the same two addresses, so that lineage can cross it. */
  private void outside(OpenFile file, SocketAddress peer, SocketAddress own) {
    String name = peer.unmapped().name(file.socket.scheme);
    String from = own == null ? "" : "?from=" + own.unmapped().text();
    file.write = files.named(name + "/sent" + from, ObjectKind.SOCKET);
    file.read = files.named(name + "/received" + from, ObjectKind.SOCKET);
  }

  /** Returns the own address of a connection to another host; null if unknown. */
  private SocketAddress own(Task task, int fd, SocketAddress peer) {
    SocketAddress known = task.ownAddress;
    boolean isRemote = peer.port() > 0 && !peer.isLoopback();
    return known == null && isRemote ? probe.ownAddress(task.process.pid, fd) : known;
  }

  private static void arrived(SocketEnd listener) {
    listener.waiting--;
    if (listener.waiting <= 0) {
      listener.waiting = 0;
      listener.pending = null;
    }
  }

  private void accept(Task task, StraceLine line) {
    SocketEnd listener = end(task, line);
    if (!line.succeeded() || listener == null) {
      return;
    }
    OpenFile file = OpenFile.socket(new SocketEnd(listener.scheme, false));
    SocketAddress peer = address(task, line, 1);
    if (listener.pending != null) {
      file.read = listener.pending.sent();
      file.write = listener.pending.received();
      arrived(listener);
    } else if (peer != null) {
      outside(file, peer, own(task, (int) line.number(), peer));
    } else {
      SocketEnd.Directions unknown = directions("accepted by " + task.process.pid);
      file.read = unknown.sent();
      file.write = unknown.received();
    }
    task.ownAddress = null;
    descriptors.install(task, (int) line.number(), file, line.has(3, CallFlags.SOCK_CLOEXEC));
  }

  private long inbox(SocketEnd from, SocketAddress target) {
    SocketEnd end = boundSockets.at(from.scheme, target);
    return end != null && end.inbox != 0
        ? end.inbox
        : files.named(target.name(from.scheme) + "/sent", ObjectKind.SOCKET);
  }

  /** Sets the peer of a datagram, if the call names it. */
  private void aim(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    if (file == null || file.socket == null || !file.socket.isDatagram) {
      return;
    }
    int argument = line.call() == Syscall.SENDTO || line.call() == Syscall.RECVFROM ? 4 : 1;
    SocketAddress peer = address(task, line, argument);
    if (peer == null) {
      return;
    }
    if (sends(line.call())) {
      file.write = inbox(file.socket, peer);
      if (file.socket.outbox != 0) {
        report.access(OperationKind.WRITE, Phase.WHOLE, task.process, file.socket.outbox, 0);
      }
    } else if (file.socket.inbox == 0) {
      SocketEnd sender = boundSockets.at(file.socket.scheme, peer);
      file.read =
          sender != null && sender.outbox != 0
              ? sender.outbox
              : files.named(peer.name(file.socket.scheme) + "/received", ObjectKind.SOCKET);
    }
  }

  /** Returns the descriptors that are sent; null if none. */
  private PassedDescriptors.Message pass(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    int[] fds = rights(line);
    if (file == null || file.write == 0 || fds.length == 0) {
      return null;
    }
    List<OpenFile> passed = new ArrayList<>();
    for (int fd : fds) {
      OpenFile open = task.descriptors.get(fd);
      passed.add(open == null ? OpenFile.nothing(null) : open);
    }
    PassedDescriptors.Message message = new PassedDescriptors.Message(file.write, passed);
    passedDescriptors.send(message);
    return message;
  }

  private void receive(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    int[] fds = rights(line);
    if (file == null || fds.length == 0) {
      return;
    }
    List<OpenFile> passed = passedDescriptors.receive(file.read);
    boolean isClosedOnExec =
        line.has(line.call() == Syscall.RECVMMSG ? 3 : 2, CallFlags.MSG_CMSG_CLOEXEC);
    for (int i = 0; i < fds.length; i++) {
      OpenFile open = i < passed.size() ? passed.get(i) : unknown(task, fds[i]);
      descriptors.install(task, fds[i], open, isClosedOnExec);
    }
  }

  private OpenFile unknown(Task task, int fd) {
    long object = files.newObject(ObjectKind.OTHER, "descriptor " + fd + " given to " + task.tid);
    return OpenFile.stream(object, object, null);
  }

  /** Returns descriptors in a message's control data, but not in its text. */
  private static int[] rights(StraceLine line) {
    boolean hasControl = line.call() != Syscall.SENDTO && line.call() != Syscall.RECVFROM;
    byte[] buffer = line.buffer();
    int to = hasControl ? line.to(1) : 0;
    for (int p = line.from(1); p + RIGHTS.length <= to; p++) {
      if (buffer[p] == '"') {
        int end = LineScan.stringEnd(buffer, p + 1, to);
        p = end < 0 ? to : end - 1;
      } else if (buffer[p] == 'S'
          && Arrays.equals(buffer, p, p + RIGHTS.length, RIGHTS, 0, RIGHTS.length)) {
        return numbers(buffer, p + RIGHTS.length, to);
      }
    }
    return new int[0];
  }

  private static int[] numbers(byte[] buffer, int from, int to) {
    int end = from;
    while (end < to && buffer[end] != ']') {
      end++;
    }
    List<Integer> found = new ArrayList<>();
    for (int p = from; p < end; p++) {
      if (p == from || buffer[p - 1] == ' ') {
        found.add((int) LineScan.number(buffer, p, end));
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }
}

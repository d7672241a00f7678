// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.replay.state.BoundSockets;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.PassedDescriptors;
import org.colophon.reporters.replay.state.SocketEnd;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * Socket calls. Each direction of a connection is an object. The two ends of a connection between
 * traced processes are matched by the listener's address. Connections that wait at the same
 * listener at the same time share objects, so that no flow is missed. The objects of other
 * connections are named by the peer's address.
 */
final class SocketCalls {
  private final AccessReporter report;
  private final NameCalls names;
  private final DescriptorCalls descriptors;
  private final DataCalls data;
  private final DatabaseConnections databases;
  private final HostProbe probe;
  private final BoundSockets boundSockets = new BoundSockets();

  private final PassedDescriptors passedDescriptors = new PassedDescriptors();

  SocketCalls(
      AccessReporter report,
      NameCalls names,
      DescriptorCalls descriptors,
      DataCalls data,
      DatabaseConnections databases,
      HostProbe probe) {
    this.report = report;
    this.names = names;
    this.descriptors = descriptors;
    this.data = data;
    this.databases = databases;
    this.probe = probe;
  }

  void begin(Task task, SystemCall call) {
    if (call.type == Syscall.CONNECT) {
      beginConnect(task, call);
    } else {
      boolean isAimed = aim(task, call);
      if (sends(call.type)) {
        task.begunMessage = pass(task, call);
        task.isApplied = true;
      }
      if (isAimed) {
        data.begin(task, call);
      }
    }
  }

  void handle(Task task, SystemCall call) {
    switch (call.type) {
      case SOCKET -> socket(task, call);
      case SOCKETPAIR -> pair(task, call);
      case BIND -> bind(task, call);
      case CONNECT -> connect(task, call);
      case ACCEPT, ACCEPT4 -> accept(task, call);
      case GETSOCKNAME -> learn(task, call);
      case OWN_ADDRESS -> ownAddress(task, call);
      default -> {
        // A listener accepts connections at its bound address.
      }
    }
  }

  /** Handles calls that send and receive data and descriptors. */
  void move(Task task, SystemCall call) {
    boolean sends = sends(call.type);
    if (task.begunWrite == 0) {
      aim(task, call);
    }
    if (call.succeeded() && isBatch(call) && call.isCut(1)) {
      report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1); // addresses are unknown
    }
    if (sends && call.succeeded() && !task.isApplied) {
      pass(task, call);
    } else if (task.begunMessage != null && !call.succeeded()) {
      passedDescriptors.cancel(task.begunMessage);
    }
    data.end(task, call);
    OpenFile file = descriptors.find(task, call, 0);
    if (call.succeeded() && !sends) {
      receive(task, call);
      if (file != null && file.socket != null && peers(task, call).isEmpty()) {
        markUnknownSender(task, file.socket);
      }
    }
    if (!sends && file != null && file.socket != null && file.socket.takesFromAnyone()) {
      file.read = file.socket.inbox;
    }
  }

  /**
   * Records a gap for a process that receives datagrams without the sender's address, since the
   * sender may be on another host.
   */
  private void markUnknownSender(Task task, SocketEnd end) {
    boolean isLocal = end.address != null && end.address.isLoopback();
    if (end.scheme.equals("udp")
        && end.peer == null
        && !isLocal
        && end.unknownSendersOf != task.process.id) {
      end.unknownSendersOf = task.process.id;
      report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1);
    }
  }

  private static boolean sends(Syscall call) {
    return call == Syscall.SENDTO || call == Syscall.SENDMSG || call == Syscall.SENDMMSG;
  }

  private void socket(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    boolean isUnix = call.has(0, CallFlags.AF_UNIX);
    boolean isInternet = call.has(0, CallFlags.AF_INET) || call.has(0, CallFlags.AF_INET6);
    boolean isDatagram = call.has(1, CallFlags.SOCK_DGRAM);
    OpenFile file = OpenFile.nothing(null);
    if (isUnix || isInternet) {
      String scheme = isUnix ? "unix" : isDatagram ? "udp" : "tcp";
      file = OpenFile.socket(new SocketEnd(scheme, isDatagram));
    }
    descriptors.install(task, (int) call.result, file, call.has(1, CallFlags.SOCK_CLOEXEC));
  }

  private void pair(Task task, SystemCall call) {
    int[] ends = call.pairAt(3);
    if (!call.succeeded() || ends.length == 0) {
      return;
    }
    boolean isClosedOnExec = call.has(1, CallFlags.SOCK_CLOEXEC);
    SocketEnd.Directions both = directions("socketpair of " + task.process.pid);
    OpenFile one = OpenFile.stream(both.received(), both.sent(), null);
    OpenFile other = OpenFile.stream(both.sent(), both.received(), null);
    descriptors.install(task, ends[0], one, isClosedOnExec);
    descriptors.install(task, ends[1], other, isClosedOnExec);
  }

  private SocketEnd.Directions directions(String label) {
    return new SocketEnd.Directions(
        report.newObject(ObjectKind.SOCKET, label + " sent"),
        report.newObject(ObjectKind.SOCKET, label + " received"));
  }

  private @Nullable SocketAddress address(Task task, SystemCall call, int argument) {
    return call.addressAt(argument, name -> names.absolute(task, name));
  }

  private @Nullable SocketEnd end(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    return file == null ? null : file.socket;
  }

  private void bind(Task task, SystemCall call) {
    OpenFile file = call.succeeded() ? descriptors.find(task, call, 0) : null;
    SocketEnd end = file == null ? null : file.socket;
    if (file == null || end == null) {
      return;
    }
    boundSockets.bind(end, address(task, call, 1));
    if (end.isDatagram && end.address != null) {
      String name = end.address.name(end.scheme);
      end.inbox = report.newObject(ObjectKind.SOCKET, name + " received");
      end.outbox = report.newObject(ObjectKind.SOCKET, name + " sent");
      file.read = end.inbox;
    }
  }

  /**
   * Stores the local address of a datagram socket, or of the connection that the next call makes.
   */
  private void ownAddress(Task task, SystemCall call) {
    SocketEnd end = end(task, call);
    SocketAddress own = address(task, call, 1);
    if (end != null && end.isDatagram) {
      end.own = own;
    } else {
      task.ownAddress = own;
    }
  }

  /** Stores an address that Linux has chosen. */
  private void learn(Task task, SystemCall call) {
    SocketEnd end = call.succeeded() ? end(task, call) : null;
    if (end != null && end.address != null) {
      boundSockets.bind(end, address(task, call, 1));
    }
  }

  private void beginConnect(Task task, SystemCall call) {
    SocketEnd end = end(task, call);
    SocketAddress target = address(task, call, 1);
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

  private void connect(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    SocketAddress target = address(task, call, 1);
    SocketEnd end = file == null ? null : file.socket;
    if (file == null || end == null || target == null) {
      return;
    }
    boolean connects = call.succeeded() || call.isInProgress;
    if (!connects) {
      if (task.begunListener != null) {
        arrived(task.begunListener);
      }
    } else if (end.isDatagram) {
      end.peer = target;
      sendTo(task, call.fdAt(0), file, end, target);
      if (boundSockets.at(end.scheme, target) == null) {
        file.read = pair(task, call.fdAt(0), end, target).received();
      }
    } else {
      if (task.begunListener == null) {
        waitAt(task, end.scheme, target);
      }
      SocketAddress own = own(task, call.fdAt(0), target);
      SocketEnd.Directions both = task.begunDirections;
      connected(file, both == null ? named(end.scheme, target, own) : both);
      end.isOutside = target.isOutside();
      databases.connected(end, target);
    }
    task.begunListener = null;
    task.begunDirections = null;
    task.ownAddress = null;
  }

  private static void connected(OpenFile file, SocketEnd.Directions both) {
    file.write = both.sent();
    file.read = both.received();
  }

  /**
   * Names a connection to an untraced process or another host. Both hosts use the same two
   * addresses in the name, so that lineage can cross the connection.
   */
  private SocketEnd.Directions named(
      String scheme, SocketAddress peer, @Nullable SocketAddress own) {
    String name = peer.unmapped().name(scheme);
    String from = own == null ? "" : "?from=" + own.unmapped().text();
    return new SocketEnd.Directions(
        report.named(name + "/sent" + from, ObjectKind.SOCKET),
        report.named(name + "/received" + from, ObjectKind.SOCKET));
  }

  /** Returns the local address of a connection to another host; null if unknown. */
  private @Nullable SocketAddress own(Task task, int fd, SocketAddress peer) {
    SocketAddress known = task.ownAddress;
    return known == null && peer.isOutside()
        ? probe.ownAddress(task.process.pid, fd, "tcp")
        : known;
  }

  private static void arrived(SocketEnd listener) {
    listener.waiting--;
    if (listener.waiting <= 0) {
      listener.waiting = 0;
      listener.pending = null;
    }
  }

  private void accept(Task task, SystemCall call) {
    SocketEnd listener = end(task, call);
    if (!call.succeeded() || listener == null) {
      return;
    }
    SocketEnd end = new SocketEnd(listener.scheme, false);
    OpenFile file = OpenFile.socket(end);
    SocketAddress peer = address(task, call, 1);
    if (listener.pending != null) {
      file.read = listener.pending.sent();
      file.write = listener.pending.received();
      arrived(listener);
    } else if (peer != null) {
      connected(file, named(listener.scheme, peer, own(task, (int) call.result, peer)));
      end.isOutside = peer.isOutside();
    } else {
      SocketEnd.Directions unknown = directions("accepted by " + task.process.pid);
      file.read = unknown.sent();
      file.write = unknown.received();
    }
    task.ownAddress = null;
    descriptors.install(task, (int) call.result, file, call.has(3, CallFlags.SOCK_CLOEXEC));
  }

  /** Sets the object to which a datagram socket writes. */
  private void sendTo(Task task, int fd, OpenFile file, SocketEnd end, SocketAddress peer) {
    SocketEnd receiver = boundSockets.at(end.scheme, peer);
    if (receiver != null && receiver.inbox != 0) {
      receiver.isReached = true;
      file.write = receiver.inbox;
    } else {
      file.write = pair(task, fd, end, peer).sent();
    }
  }

  /**
   * Returns the objects of the datagrams between two addresses. Once the local address is known,
   * their names contain both addresses, so that lineage can cross to the other host.
   */
  private SocketEnd.Directions pair(Task task, int fd, SocketEnd end, SocketAddress peer) {
    SocketEnd.Directions known = end.pairs.get(peer);
    if (known != null) {
      return known;
    }
    SocketAddress own = peer.isOutside() ? datagramOwn(task, fd, end, peer) : null;
    SocketEnd.Directions both = named(end.scheme, peer, own);
    if (own != null) {
      end.pairs.put(peer, both);
    }
    return both;
  }

  /** Returns the address from which a datagram socket sends to a peer; null if unknown. */
  private @Nullable SocketAddress datagramOwn(
      Task task, int fd, SocketEnd end, SocketAddress peer) {
    if (end.own == null) {
      end.own = probe.ownAddress(task.process.pid, fd, end.scheme);
    }
    SocketAddress own = end.own;
    if (own == null || own.port() == 0 || !own.isAny()) {
      return own == null || own.port() == 0 ? null : own;
    }
    String host = probe.sourceTowards(task.process.pid, peer);
    return host == null ? null : new SocketAddress(host, own.port());
  }

  /**
   * Sets the objects of a datagram if the call contains its peer. Returns false if the local
   * address becomes known only at the end of the call. If the messages of a call have several
   * peers, reports each object, and attributes the bytes to the last one.
   */
  private boolean aim(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    SocketEnd end = file == null ? null : file.socket;
    if (file == null || end == null || !end.isDatagram) {
      return true;
    }
    int fd = call.fdAt(0);
    boolean sends = sends(call.type);
    Set<SocketAddress> peers = peers(task, call);
    if (sends && !peers.isEmpty() && end.outbox != 0) {
      report.access(OperationKind.WRITE, Phase.WHOLE, task.process, end.outbox, 0);
    }
    for (SocketAddress peer : peers) {
      if (!sends) {
        receiveFrom(task, fd, file, end, peer);
      } else {
        sendTo(task, fd, file, end, peer);
        if (end.own == null && isOther(end, peer) && !call.succeeded()) {
          return false;
        }
      }
      if (peers.size() > 1) {
        OperationKind kind = sends ? OperationKind.WRITE : OperationKind.READ;
        long object = sends ? file.write : file.read;
        report.access(kind, Phase.WHOLE, task.process, object, 0);
      }
    }
    return true;
  }

  private static boolean isBatch(SystemCall call) {
    return call.type == Syscall.SENDMMSG || call.type == Syscall.RECVMMSG;
  }

  private Set<SocketAddress> peers(Task task, SystemCall call) {
    if (isBatch(call)) {
      return call.addressesAt(1, name -> names.absolute(task, name));
    }
    int argument = call.type == Syscall.SENDTO || call.type == Syscall.RECVFROM ? 4 : 1;
    SocketAddress peer = address(task, call, argument);
    return peer == null ? Set.of() : Set.of(peer);
  }

  /** Returns whether a peer may be on another host. */
  private boolean isOther(SocketEnd end, SocketAddress peer) {
    return peer.isOutside() && boundSockets.at(end.scheme, peer) == null;
  }

  private void receiveFrom(Task task, int fd, OpenFile file, SocketEnd end, SocketAddress peer) {
    SocketEnd sender = boundSockets.at(end.scheme, peer);
    boolean isOther = isOther(end, peer);
    if (end.inbox == 0 && sender != null && sender.outbox != 0) {
      file.read = sender.outbox;
    } else if (end.inbox == 0 || isOther) {
      file.read = pair(task, fd, end, peer).received();
    }
    if (isOther && end.isReached) {
      report.access(OperationKind.READ, Phase.WHOLE, task.process, end.inbox, 0);
    }
    if (isOther && task.begunRead != 0) { // comes from the inbox
      report.access(OperationKind.READ, Phase.WHOLE, task.process, file.read, 0);
    }
  }

  /** Returns the descriptors that are sent; null if none. */
  private PassedDescriptors.@Nullable Message pass(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    int[] fds = call.passedDescriptors();
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

  private void receive(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    int[] fds = call.passedDescriptors();
    if (file == null || fds.length == 0) {
      return;
    }
    List<OpenFile> passed = passedDescriptors.receive(file.read);
    boolean isClosedOnExec =
        call.has(call.type == Syscall.RECVMMSG ? 3 : 2, CallFlags.MSG_CMSG_CLOEXEC);
    for (int i = 0; i < fds.length; i++) {
      OpenFile open = i < passed.size() ? passed.get(i) : unknown(task, fds[i]);
      descriptors.install(task, fds[i], open, isClosedOnExec);
    }
  }

  private OpenFile unknown(Task task, int fd) {
    String label = "descriptor " + fd + " given to " + task.tid;
    return OpenFile.stream(report.newObject(ObjectKind.OTHER, label));
  }
}

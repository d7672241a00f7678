// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/**
 * Tests sockets: pairs, connections inside and outside the trace, messages and passed descriptors.
 */
class SocketReplayTest {
  private static final String ADDRESS =
      "{sa_family=AF_INET, sin_port=htons(%d), sin_addr=inet_addr(\"%s\")}";

  private final ReplayFixture replay = new ReplayFixture();

  private List<String> after(String... lines) {
    return replay.after(lines);
  }

  private static String address(String host, int port) {
    return String.format(ADDRESS, port, host);
  }

  private void listen() {
    after("fork() = 11", "socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 3");
    after("bind(3, " + address("0.0.0.0", 80) + ", 16) = 0", "listen(3, 9) = 0");
  }

  @Test
  void separatesDirectionsOfSocketPair() {
    after("socketpair(AF_UNIX, SOCK_STREAM, 0, [3, 4]) = 0", "fork() = 11");
    assertThat(
            after(
                "sendto(3, \"\", 2, 0, NULL, 0) = 2", "11 recvfrom(4, \"\", 9, 0, NULL, NULL) = 2"))
        .containsExactly("10 WRITE socketpair of 10 sent 2", "11 READ socketpair of 10 sent 2");
    assertThat(after("11 write(4, \"\", 2) = 2", "read(3, \"\", 2) = 2"))
        .containsExactly(
            "11 WRITE socketpair of 10 received 2", "10 READ socketpair of 10 received 2");
  }

  @Test
  void joinsConnectionBetweenTracedProcesses() {
    listen();
    after("11 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 5");
    after("11 connect(5, " + address("127.0.0.1", 80) + ", 16) = 0");
    after("accept4(3, " + address("127.0.0.1", 4711) + ", [16], 0) = 6");
    assertThat(after("11 write(5, \"\", 3) = 3", "read(6, \"\", 3) = 3"))
        .containsExactly("11 WRITE tcp://127.0.0.1:80 sent 3", "10 READ tcp://127.0.0.1:80 sent 3");
    assertThat(after("write(6, \"\", 3) = 3", "11 read(5, \"\", 3) = 3"))
        .containsExactly(
            "10 WRITE tcp://127.0.0.1:80 received 3", "11 READ tcp://127.0.0.1:80 received 3");
  }

  @Test
  void joinsConnectionThatIsAcceptedBeforeConnectReturns() {
    listen();
    after("11 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 5");
    after("11 connect(5, " + address("127.0.0.1", 80) + ", 16 <unfinished ...>");
    after("accept(3, NULL, NULL) = 6", "11 <... connect resumed>) = -1 EINPROGRESS (x)");
    assertThat(after("read(6, \"\", 3) = 3")).containsExactly("10 READ tcp://127.0.0.1:80 sent 3");
    assertThat(after("11 write(5, \"\", 3) = 3")).hasSize(1);
  }

  @Test
  void sharesObjectAmongPendingConnections() {
    listen();
    for (int pid = 12; pid < 14; pid++) {
      after("fork() = " + pid, pid + " socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 5");
      after(pid + " connect(5, " + address("127.0.0.1", 80) + ", 16) = 0");
    }
    after("accept(3, NULL, NULL) = 6", "accept(3, NULL, NULL) = 7");
    List<String> reads = after("read(6, \"\", 1) = 1", "read(7, \"\", 1) = 1");
    assertThat(reads).hasSize(2);
    long object = replay.sink.events.get(replay.sink.events.size() - 1).object();
    for (int pid = 12; pid < 14; pid++) {
      after(pid + " write(5, \"\", 1) = 1");
      assertThat(replay.sink.events.get(replay.sink.events.size() - 1).object()).isEqualTo(object);
    }
  }

  @Test
  void namesConnectionsToUntracedPeers() {
    after("socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 5");
    after("connect(5, " + address("1.2.3.4", 80) + ", 16) = 0");
    assertThat(after("write(5, \"\", 3) = 3", "read(5, \"\", 3) = 3"))
        .containsExactly("10 WRITE tcp://1.2.3.4:80/sent 3", "10 READ tcp://1.2.3.4:80/received 3");
    listen();
    after("accept(3, " + address("9.9.9.9", 99) + ", [16]) = 7");
    assertThat(after("read(7, \"\", 3) = 3"))
        .containsExactly("10 READ tcp://9.9.9.9:99/received 3");
  }

  @Test
  void endsTheAccessesOfATurnIfAConnectionToAnotherHostChangesItsDirection() {
    after("socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 5");
    after("connect(5, " + address("1.2.3.4", 80) + ", 16) = 0");
    after("write(5, \"\", 3) = 3", "write(5, \"\", 4) = 4", "read(5, \"\", 3) = 3");
    assertThat(after("write(5, \"\", 5) = 5", "write(5, \"\", 6) = 6", "read(5, \"\", 7) = 7"))
        .containsExactly(
            "10 CLOSE tcp://1.2.3.4:80/sent 0",
            "10 WRITE tcp://1.2.3.4:80/sent 5",
            "10 WRITE tcp://1.2.3.4:80/sent 6",
            "10 CLOSE tcp://1.2.3.4:80/received 0",
            "10 READ tcp://1.2.3.4:80/received 7");
  }

  @Test
  void namesConnectionByBothAddressesIfLocalAddressIsKnown() {
    after("socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 5");
    after("connect(5, " + address("1.2.3.4", 80) + ", 16 <unfinished ...>");
    after("own_address(5, " + address("10.0.0.1", 4711) + ") = 0", "<... connect resumed>) = 0");
    assertThat(after("write(5, \"\", 3) = 3"))
        .containsExactly("10 WRITE tcp://1.2.3.4:80/sent?from=10.0.0.1:4711 3");
    listen();
    after("own_address(7, " + address("10.0.0.1", 80) + ") = 0");
    after(
        "accept(3, {sa_family=AF_INET6, sin6_port=htons(99),"
            + " inet_pton(AF_INET6, \"::ffff:909:909\", &sin6_addr)}, [28]) = 7");
    assertThat(after("read(7, \"\", 3) = 3"))
        .containsExactly("10 READ tcp://9.9.9.9:99/received?from=10.0.0.1:80 3");
    after("accept(3, " + address("9.9.9.9", 98) + ", [16]) = 8");
    assertThat(after("read(8, \"\", 3) = 3"))
        .containsExactly("10 READ tcp://9.9.9.9:98/received 3");
  }

  @Test
  void joinsDatagramsByAddress() {
    after("socket(AF_UNIX, SOCK_DGRAM|SOCK_CLOEXEC, 0) = 3", "fork() = 11");
    after("bind(3, {sa_family=AF_UNIX, sun_path=\"s\"}, 7) = 0");
    after("11 socket(AF_UNIX, SOCK_DGRAM, 0) = 5");
    assertThat(
            after(
                "11 sendto(5, \"x\", 4, 0, {sa_family=AF_UNIX, sun_path=\"s\"}, 7) = 4",
                "recvfrom(3, \"x\", 100, 0, 0x7ffe, [110 => 0]) = 4"))
        .containsExactly("11 WRITE unix:///w/s received 4", "10 READ unix:///w/s received 4");
    after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 6");
    assertThat(after("sendto(6, \"x\", 4, 0, " + address("8.8.8.8", 53) + ", 16) = 4"))
        .containsExactly("10 WRITE udp://8.8.8.8:53/sent 4");
  }

  @Test
  void namesDatagramsByBothAddresses() {
    String any = address("0.0.0.0", 80);
    after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 6");
    assertThat(
            after(
                "sendto(6, \"x\", 4, 0, " + address("1.2.3.4", 80) + ", 16 <unfinished ...>",
                "own_address(6, " + address("10.0.0.1", 4711) + ") = 0",
                "<... sendto resumed>) = 4"))
        .containsExactly("10 WRITE udp://1.2.3.4:80/sent?from=10.0.0.1:4711 4");
    assertThat(after("recvfrom(6, \"x\", 9, 0, " + address("1.2.3.4", 80) + ", [16]) = 3"))
        .containsExactly("10 READ udp://1.2.3.4:80/received?from=10.0.0.1:4711 3");
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 3", "bind(3, " + any + ", 16) = 0");
    live.after("own_address(3, " + any + ") = 0");
    assertThat(live.after("recvfrom(3, \"x\", 9, 0, " + address("1.2.3.4", 99) + ", [16]) = 3"))
        .containsExactly("10 READ udp://1.2.3.4:99/received?from=10.0.0.7:80 3");
  }

  @Test
  void readsInboxAndPeerOfDatagramFromAnotherHost() {
    String own = address("10.0.0.1", 80);
    after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 3", "bind(3, " + own + ", 16) = 0");
    after("own_address(3, " + own + ") = 0", "fork() = 11");
    after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 6", "sendto(6, \"x\", 1, 0, " + own + ") = 1");
    assertThat(after("recvfrom(3, \"x\", 9, 0, " + address("1.2.3.4", 99) + ", [16]) = 3"))
        .containsExactly(
            "10 READ udp://10.0.0.1:80 received 0",
            "10 READ udp://1.2.3.4:99/received?from=10.0.0.1:80 3");
    assertThat(after("recvfrom(3, \"x\", 9, 0, NULL, NULL) = 3"))
        .containsExactly("10 READ udp://10.0.0.1:80 received 3", "10 gap UNKNOWN_CALL");
  }

  private static String messages(String... names) {
    StringJoiner all = new StringJoiner(", ", "[", "], 9, 0");
    for (String name : names) {
      String text = "\"}, msg_name={" + address("7.7.7.7", 7) + "\"";
      all.add(
          ("{msg_hdr={msg_name=" + name + ", msg_namelen=16, msg_iov=[{iov_base=" + text)
              + ", iov_len=9}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, msg_len=2}");
    }
    return all.toString();
  }

  @Test
  void reportsEachPeerOfCallWithSeveralMessages() {
    String one = address("1.2.3.4", 99);
    String other = address("1.2.3.5", 99);
    String own = address("10.0.0.1", 80);
    after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 3");
    assertThat(
            after(
                "sendmmsg(3, " + messages(one, other, one, "NULL") + " <unfinished ...>",
                "own_address(3, " + own + ") = 0",
                "<... sendmmsg resumed>) = 4"))
        .containsExactly(
            "10 WRITE udp://1.2.3.4:99/sent?from=10.0.0.1:80 0",
            "10 WRITE udp://1.2.3.5:99/sent?from=10.0.0.1:80 0",
            "10 WRITE udp://1.2.3.5:99/sent?from=10.0.0.1:80 8");
    after("bind(3, " + own + ", 16) = 0");
    assertThat(after("recvmmsg(3, " + messages(one, other) + ", NULL) = 2"))
        .containsExactly(
            "10 READ udp://1.2.3.4:99/received?from=10.0.0.1:80 0",
            "10 READ udp://1.2.3.5:99/received?from=10.0.0.1:80 0",
            "10 READ udp://1.2.3.5:99/received?from=10.0.0.1:80 4");
    assertThat(after("recvmmsg(3, " + messages(one) + ", NULL) = 1"))
        .containsExactly("10 READ udp://1.2.3.4:99/received?from=10.0.0.1:80 2");
  }

  @Test
  void namesConnectedDatagramsByBothAddresses() {
    after("socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 6");
    after("connect(6, " + address("1.2.3.4", 80) + ", 16 <unfinished ...>");
    after("own_address(6, " + address("10.0.0.1", 4711) + ") = 0", "<... connect resumed>) = 0");
    assertThat(after("write(6, \"x\", 4) = 4", "read(6, \"x\", 9) = 3"))
        .containsExactly(
            "10 WRITE udp://1.2.3.4:80/sent?from=10.0.0.1:4711 4",
            "10 READ udp://1.2.3.4:80/received?from=10.0.0.1:4711 3");
  }

  @Test
  void installsPassedDescriptors() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 9");
    after("socketpair(AF_UNIX, SOCK_STREAM, 0, [3, 4]) = 0", "fork() = 11", "11 close(9) = 0");
    String message =
        "{msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"x\", iov_len=1}], msg_iovlen=1,"
            + " msg_control=[{cmsg_len=24, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS,"
            + " cmsg_data=[%d]}], msg_controllen=24, msg_flags=0}, 0) = 1";
    after("sendmsg(3, " + String.format(message, 9));
    after("11 recvmsg(4, " + String.format(message, 7));
    assertThat(after("11 read(7, \"\", 1) = 1")).containsExactly("11 READ /w/a 1");
  }

  private static String rights(String address, int fd) {
    return "{msg_name="
        + address
        + ", msg_namelen=0, msg_iov=[{iov_base=\"x\", iov_len=1}], msg_iovlen=1,"
        + " msg_control=[{cmsg_len=24, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS,"
        + " cmsg_data=["
        + fd
        + "]}], msg_controllen=24, msg_flags=0}, 0";
  }

  @Test
  void keepsReceivedDescriptorAcrossExecveUnlessCloseOnExec() {
    after("openat(AT_FDCWD, \"a\", O_WRONLY) = 9");
    after("socketpair(AF_UNIX, SOCK_STREAM, 0, [3, 4]) = 0");
    after("sendmsg(3, " + rights("NULL", 9) + ") = 1", "recvmsg(4, " + rights("NULL", 7) + ") = 1");
    after("sendmsg(3, " + rights("NULL", 9) + ") = 1");
    after("recvmsg(4, " + rights("NULL", 8).replaceFirst(", 0$", ", MSG_CMSG_CLOEXEC") + ") = 1");
    String messages = "[{msg_hdr=" + rights("NULL", 6).replaceFirst(", 0$", "") + ", msg_len=1}]";
    after("sendmsg(3, " + rights("NULL", 9) + ") = 1");
    after("recvmmsg(4, " + messages + ", 1, MSG_CMSG_CLOEXEC, NULL) = 1");
    after("fork() = 11", "11 execve(\"/bin/y\", [\"y\"], 0x7) = 0");
    assertThat(after("11 write(7, \"\", 1) = 1")).containsExactly("11 WRITE /w/a 1");
    assertThat(after("11 write(8, \"\", 1) = 1", "11 write(6, \"\", 1) = 1"))
        .containsExactly("11 gap UNKNOWN_CALL", "11 gap UNKNOWN_CALL");
    assertThat(after("write(8, \"\", 1) = 1", "write(6, \"\", 1) = 1")).hasSize(2);
  }

  @Test
  void ignoresDescriptorsOfFailedSend() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 8", "openat(AT_FDCWD, \"b\", O_RDONLY) = 9");
    after("socketpair(AF_UNIX, SOCK_STREAM, 0, [3, 4]) = 0", "fork() = 11");
    after("sendmsg(3, " + rights("NULL", 8) + " <unfinished ...>");
    after("<... sendmsg resumed>) = -1 EAGAIN (Resource temporarily unavailable)");
    after("sendmsg(3, " + rights("NULL", 8) + ") = -1 EAGAIN (Resource temporarily unavailable)");
    after("sendmsg(3, " + rights("NULL", 9) + " <unfinished ...>");
    after("11 recvmsg(4, " + rights("NULL", 7) + ") = 1", "<... sendmsg resumed>) = 1");
    assertThat(after("11 read(7, \"\", 1) = 1")).containsExactly("11 READ /w/b 1");
  }

  @Test
  void installsDescriptorsPassedInDatagrams() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 9");
    String to = "{sa_family=AF_UNIX, sun_path=\"s\"}";
    after("socket(AF_UNIX, SOCK_DGRAM, 0) = 3", "bind(3, " + to + ", 7) = 0");
    after("socket(AF_UNIX, SOCK_DGRAM, 0) = 4");
    after("sendmsg(4, " + rights(to, 9) + ") = 1", "recvmsg(3, " + rights("0x7f", 6) + ") = 1");
    assertThat(after("read(6, \"\", 1) = 1")).containsExactly("10 READ /w/a 1");
    after("sendmsg(4, " + rights(to, 9) + " <unfinished ...>", "<... sendmsg resumed>) = 1");
    after("recvmsg(3, " + rights("0x7f", 7) + ") = 1");
    assertThat(after("read(7, \"\", 1) = 1")).containsExactly("10 READ /w/a 1");
  }

  @Test
  void distinguishesMessageTextFromDescriptors() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 7");
    after("socketpair(AF_UNIX, SOCK_STREAM, 0, [3, 4]) = 0");
    String text = "\"SCM_RIGHTS, cmsg_data=[7]\"";
    after("recvfrom(3, " + text + ", 99, 0, NULL, NULL) = 26");
    after("recvmsg(3, {msg_name=NULL, msg_iov=[{iov_base=" + text + ", iov_len=99}]}, 0) = 26");
    assertThat(after("read(7, \"\", 1) = 1")).containsExactly("10 READ /w/a 1");
  }

  @Test
  void countsBytesOfSeveralMessages() {
    String name = "{sa_family=AF_UNIX, sun_path=\"s\"}";
    after("socket(AF_UNIX, SOCK_DGRAM, 0) = 3", "bind(3, " + name + ", 7) = 0");
    after("socket(AF_UNIX, SOCK_DGRAM, 0) = 4");
    String messages =
        "[{msg_hdr={msg_name=%1$s, msg_namelen=7, msg_iov=[{iov_base=\" msg_len=7\", iov_len=10}],"
            + " msg_control=[{cmsg_len=20}], msg_flags=0}, msg_len=10},"
            + " {msg_hdr={msg_name=%1$s, msg_flags=0}, msg_len=32}], 2, 0";
    assertThat(after("sendmmsg(4, " + messages.formatted(name) + ") = 2"))
        .containsExactly("10 WRITE unix:///w/s received 42");
    assertThat(after("recvmmsg(3, " + messages.formatted("NULL") + ", NULL) = 2"))
        .containsExactly("10 READ unix:///w/s received 42");
    assertThat(after("recvmmsg(3, 0x1, 0x2, 0, NULL) = 2"))
        .containsExactly("10 READ unix:///w/s received 2");
  }

  @Test
  void marksDatagramsOfUnknownSendersOnce() {
    String bound =
        "bind(3, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr(\"%s\")}, 16) = 0";
    String receives = "recvfrom(3, \"x\", 9, 0, NULL, NULL) = 1";
    String socket = "socket(AF_INET, SOCK_DGRAM, IPPROTO_IP) = 3";
    assertThat(after(socket, bound.formatted("0.0.0.0"), receives, receives))
        .containsOnlyOnce("10 gap UNKNOWN_CALL");
    assertThat(after(socket, bound.formatted("127.0.0.1"), receives))
        .doesNotContain("10 gap UNKNOWN_CALL");
  }
}

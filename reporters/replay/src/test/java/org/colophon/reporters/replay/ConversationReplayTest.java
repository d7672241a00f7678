// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.ServerConnection;
import org.junit.jupiter.api.Test;

/** Tests clients of database servers whose logs are also read. */
class ConversationReplayTest {
  private static final String AT = "1790000006.000000 ";
  private static final long AT_NANOS = 1_790_000_006L * 1_000_000_000L;
  private static final String HEAD = "h\\0\\0\\0";
  private static final String VERSION = "\\n5.5.5-10.11.19-MariaDB-0+deb12u1-log\\0";
  private static final String REST = "Nu$PIYeo\\0\\376\\367\\10\\2\\0\\377";

  private final ReplayFixture replay = new ReplayFixture();

  private List<String> after(String... lines) {
    for (int i = 0; i < lines.length; i++) {
      boolean hasPid = lines[i].matches("[0-9]+ .*");
      lines[i] = hasPid ? lines[i].replaceFirst(" ", " " + AT) : "10 " + AT + lines[i];
    }
    return replay.after(lines);
  }

  private void connect() {
    after("socket(AF_UNIX, SOCK_STREAM, 0) = 3");
    after("connect(3, {sa_family=AF_UNIX, sun_path=\"/run/db\"}, 110) = 0");
  }

  private static String received(String bytes, int count) {
    return "recvfrom(3, \"" + bytes + "\", 16384, MSG_DONTWAIT, NULL, NULL) = " + count;
  }

  private static String handshake(String number) {
    return received(HEAD + VERSION + number + REST, 40);
  }

  private List<String> links(List<String> texts) {
    return texts.stream().filter(text -> text.matches(".* (SENT|RECEIVED) .*")).toList();
  }

  private List<Bytes> identities() {
    return replay.sink.processes.values().stream()
        .map(ProcessDeclaration::identity)
        .filter(identity -> identity.startsWith(Bytes.of("connection\0")))
        .toList();
  }

  @Test
  void declaresSameConnectionAsServerLog() {
    connect();
    after(handshake("\\3\\1\\0\\0"));
    ServerConnection connection = new ServerConnection("host", "unix:/run/db", 259);
    long stretch = ServerConnection.stretch(AT_NANOS);
    assertThat(identities())
        .contains(connection.requests(stretch), connection.results(stretch))
        .hasSizeLessThanOrEqualTo(6);
  }

  @Test
  void linksRequestsAgainOnlyAfterMoreReads() {
    connect();
    int stretches = links(after(handshake("\\3\\0\\0\\0"))).size();
    assertThat(stretches).isBetween(1, 3);
    String send = "sendto(3, \"x\", 25, MSG_DONTWAIT|MSG_NOSIGNAL, NULL, 0) = 25";
    assertThat(links(after(send))).hasSize(stretches);
    assertThat(links(after(send, received("ok", 2), send))).isEmpty();
    after("openat(AT_FDCWD, \"in\", O_RDONLY) = 4");
    assertThat(links(after("read(4, \"\", 9) = 9", send))).hasSize(stretches);
    assertThat(links(after("write(3, \"\", 9) = 9"))).isEmpty();
    after("fork() = 11");
    assertThat(links(after("11 sendto(3, \"x\", 1, 0, NULL, 0) = 1"))).hasSize(stretches);
    assertThat(links(after("11 recvfrom(3, \"x\", 1, 0, NULL, NULL) = 1"))).hasSize(stretches);
  }

  @Test
  void acceptsFragmentedHandshake() {
    connect();
    assertThat(links(after(received(HEAD, 4)))).isEmpty();
    assertThat(links(after(received(VERSION.substring(0, 12), 11)))).isEmpty();
    assertThat(links(after(received(VERSION.substring(12) + "\\3\\0\\0\\0" + REST, 40))))
        .isNotEmpty();
  }

  @Test
  void acceptsHandshakeOfAnyReceivingCall() {
    String text = HEAD + VERSION + "\\3\\0\\0\\0" + REST;
    String parts = "{iov_base=\"" + HEAD + "\", iov_len=4}, {iov_base=\"";
    parts += text.substring(HEAD.length()) + "\", iov_len=9000}";
    String from = "{sa_family=AF_UNIX, sun_path=\"iov_base=\\\"no\\\"\"}";
    for (String call :
        List.of(
            "read(3, \"" + text + "\", 16384) = 61",
            "readv(3, [" + parts + "], 2) = 61",
            "recvmsg(3, {msg_name=" + from + ", msg_iov=[" + parts + "], msg_iovlen=2}, 0) = 61")) {
      connect();
      assertThat(links(after(call))).as(call).isNotEmpty();
      assertThat(links(after("write(3, \"x\", 1) = 1"))).as(call).isNotEmpty();
    }
  }

  @Test
  void declaresNoConnectionIfReadBytesAreNotShown() {
    connect();
    after("read(0x3, 0x7ffe0000, 0x4000) = 0x43", handshake("\\3\\0\\0\\0"));
    connect();
    after("read(3, \"" + HEAD + VERSION + "\"..., 16384) = 67", handshake("\\3\\0\\0\\0"));
    assertThat(identities()).isEmpty();
  }

  @Test
  void declaresNoConnectionAfterOtherHandshake() {
    List<String> others =
        List.of(
            "SSH-2.0-OpenSSH_9.2\\r\\n",
            "",
            "\\n\\0\\0\\0\\n",
            HEAD + "\\t5.5.5\\0\\3\\0\\0\\0" + REST,
            "h\\0\\0\\1" + VERSION + "\\3\\0\\0\\0" + REST,
            HEAD + "\\nnot\\1printable\\0\\3\\0\\0\\0" + REST,
            HEAD + "\\n" + "v".repeat(200) + "\\0\\3\\0\\0\\0" + REST,
            HEAD + VERSION + "\\3\\0\\0\\0Nu$PIYeoX");
    for (String other : others) {
      connect();
      after(received(other, 40), "sendto(3, \"x\", 1, 0, NULL, 0) = 1");
      after(handshake("\\3\\0\\0\\0"));
    }
    assertThat(identities()).isEmpty();
  }

  @Test
  void declaresNoConnectionWithoutTimeOrToRemoteServer() {
    replay.after("socket(AF_UNIX, SOCK_STREAM, 0) = 3");
    replay.after("connect(3, {sa_family=AF_UNIX, sun_path=\"/run/db\"}, 110) = 0");
    replay.after(handshake("\\3\\0\\0\\0"));
    after("socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3");
    after(
        "connect(3, {sa_family=AF_INET, sin_port=htons(3306), sin_addr=inet_addr(\"9.9.9.9\")},"
            + " 16) = 0");
    after(handshake("\\3\\0\\0\\0"));
    assertThat(identities()).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.syscall.Syscall;

class StraceLineParserProperties {
  private static final List<String> REAL =
      List.of(
          "6415  1795208295.380284 <... set_robust_list resumed>) = 0",
          "6415  <... clone resumed>, child_tidptr=0x7fcdbdb5fa10) = 6417",
          "6663  recvmsg(4, {msg_name=NULL, msg_iov=[{iov_base=\"x\", iov_len=10}], msg_iovlen=1,"
              + " msg_control=[{cmsg_len=24, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS,"
              + " cmsg_data=[5, 6]}], msg_flags=0}, 0) = 1",
          "6663  execve(\"/bin/echo\", [\"echo\", \"from\"], 0x7f /* 35 vars */ <unfinished ...>",
          "[pid 12] openat(AT_FDCWD</tmp/a>, \"b\\377\", O_RDONLY|O_CLOEXEC) = 3</tmp/a/b\\377>",
          "12 read(0x4, 0x55f1b62e8b90, 0x22a) = 0x229",
          "12 +++ killed by SIGSEGV (core dumped) +++",
          "12 connect(8, {sa_family=AF_INET, sin_port=htons(36925),"
              + " sin_addr=inet_addr(\"127.0.0.1\")}, 16) = -1 EINPROGRESS (In progress)");

  private final StraceLineParser parser = new StraceLineParser();

  @Provide
  Arbitrary<byte[]> mutated() {
    Arbitrary<byte[]> lines =
        Arbitraries.of(REAL).map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
    Arbitrary<Integer> cut = Arbitraries.integers().between(0, 200);
    Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(6);
    Arbitrary<byte[]> signs =
        Arbitraries.of("\"", "<", ">", "(", ")", "[", "\\", ", ", " = ", "<unfinished ...>", "0x")
            .map(text -> text.getBytes(StandardCharsets.US_ASCII));
    return Combinators.combine(lines, cut, cut, Arbitraries.oneOf(noise, signs))
        .as(StraceLineParserProperties::mutate);
  }

  private static byte[] mutate(byte[] line, int at, int length, byte[] replacement) {
    int from = Math.min(at, line.length);
    int to = Math.min(from + length % 20, line.length);
    byte[] result = new byte[from + replacement.length + line.length - to];
    System.arraycopy(line, 0, result, 0, from);
    System.arraycopy(replacement, 0, result, from, replacement.length);
    System.arraycopy(line, to, result, from + replacement.length, line.length - to);
    return result;
  }

  @Property(tries = 20_000)
  void neverThrowsAndNeverExceedsLine(@ForAll("mutated") byte[] line) {
    StraceLine parsed = parser.parse(line, 0, line.length);
    assertThat(parsed.kind()).isNotNull();
    for (int i = 0; i < parsed.argumentCount; i++) {
      assertThat(parsed.from(i)).isBetween(0, line.length);
      assertThat(parsed.to(i)).isBetween(parsed.from(i), line.length);
      assertThat(parsed.stringAt(i).length()).isLessThanOrEqualTo(line.length);
      assertThat(parsed.decorationAt(i).length()).isLessThanOrEqualTo(line.length);
      parsed.longAt(i);
    }
    parsed.resultDecoration();
  }

  @Property(tries = 5_000)
  void parsesNextLineAfterMalformedLine(@ForAll("mutated") byte[] line) {
    parser.parse(line, 0, line.length);
    byte[] next = "12 unlinkat(5, \"x\", 0) = 0".getBytes(StandardCharsets.US_ASCII);
    StraceLine parsed = parser.parse(next, 0, next.length);
    assertThat(parsed.kind()).isEqualTo(LineKind.CALL);
    assertThat(parsed.type).isEqualTo(Syscall.UNLINKAT);
    assertThat(parsed.timeNanos()).isZero();
    assertThat(parsed.succeeded()).isTrue();
  }

  @Property
  void decodesAllEscapedNames(@ForAll byte[] name) {
    StringBuilder text = new StringBuilder("1 unlink(\"");
    for (byte b : name) {
      text.append(String.format("\\%03o", b & 0xff));
    }
    byte[] line = text.append("\") = 0").toString().getBytes(StandardCharsets.US_ASCII);
    assertThat(parser.parse(line, 0, line.length).stringAt(0)).isEqualTo(Bytes.copyOf(name));
  }
}

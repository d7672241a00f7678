// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.syscall.Flag;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StraceLineParserTest {
  private final StraceLineParser parser = new StraceLineParser();

  private StraceLine parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return parser.parse(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "6415  1795208295.372300 read(3, \"abc\"..., 832) = 832",
        "6415 read(3, \"abc\"..., 832) = 832",
        "[pid  6415] read(3, \"abc\"..., 832) = 832",
        "[pid 6415] 1795208295.372300 read(3, \"a,b)\\\"c\", 832) = 832",
        "6415  12:34:56 read(3, \"\", 832) = 832",
        "6415  12:34:56.123456 read(3, \"\", 832) = 832",
        "6415       0.000123 read(3, \"\", 832) = 832",
        "6415  1795208295.372300 (+     0.000123) read(3, \"\", 832) = 832",
        "6415  [00007f3c59964c90] read(3, \"\", 832) = 832 <0.000012>",
        "6415  read(0x3, 0x7f3c59964c90, 0x340) = 0x340",
        "6415  read(3</tmp/a, b>, \"\", 832) = 832",
        "6415  read(3</dev/pts/0<char 136:0>>, \"\", 832) = 832",
        "6415  read(3<TCP:[127.0.0.1:80->127.0.0.1:90]>, \"\", 832) = 832",
        "6415  read(3<UNIX-STREAM:[12->13,\"/a>b\"]>, \"\", 832) = 832\r",
      })
  void parsesCallAfterAllPrefixes(String text) {
    StraceLine line = parse(text);
    assertThat(line.kind()).isEqualTo(LineKind.CALL);
    assertThat(line.thread).isEqualTo(6415);
    assertThat(line.type).isEqualTo(Syscall.READ);
    assertThat(line.argumentCount).isEqualTo(3);
    assertThat(line.fdAt(0)).isEqualTo(3);
    assertThat(line.longAt(2)).isEqualTo(832);
    assertThat(line.result).isEqualTo(832);
    assertThat(line.succeeded()).isTrue();
  }

  @Test
  void parsesLineWithoutProcessId() {
    StraceLine line = parse("1795208295.372300 close(3) = 0");
    assertThat(line.thread).isZero();
    assertThat(line.timeNanos()).isEqualTo(1795208295372300000L);
    assertThat(line.type).isEqualTo(Syscall.CLOSE);
  }

  @Test
  void acceptsTimesWithoutFractions() {
    assertThat(parse("7 1795208295 close(3) = 0").timeNanos()).isEqualTo(1795208295000000000L);
  }

  @Test
  void distinguishesFailureFromSuccess() {
    StraceLine failed = parse("1 openat(AT_FDCWD, \"x\", O_RDONLY) = -1 ENOENT (No such file)");
    assertThat(failed.succeeded()).isFalse();
    assertThat(failed.fdAt(0)).isEqualTo(SystemCall.AT_FDCWD);
    assertThat(parse("1 read(3, 0x1, 0x1) = ? ERESTARTSYS (To be restarted)").succeeded())
        .isFalse();
    assertThat(parse("1 read(0x4d, 0, 0x1) = -1 EBADF (Bad file descriptor)").succeeded())
        .isFalse();
    assertThat(parse("1 mmap(NULL, 1, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7fffffffffff").result)
        .isEqualTo(0x7fffffffffffL);
    assertThat(parse("1 connect(3, {sa_family=AF_UNIX}, 2) = -1 EINPROGRESS (x)").isInProgress)
        .isTrue();
  }

  @Test
  void decodesAllEscapes() {
    StraceLine line = parse("1 unlink(\"a\\n\\t\\\"\\\\\\377\\1\\x41\\0333(\") = 0");
    byte[] expected = {'a', '\n', '\t', '"', '\\', (byte) 0xff, 1, 'A', 0x1b, '3', '('};
    assertThat(line.stringAt(0)).isEqualTo(Bytes.copyOf(expected));
  }

  @Test
  void keepsRawBytesOfName() {
    StraceLine line = parse("1 unlink(\"a\u00ff\u0080\") = 0");
    assertThat(line.stringAt(0)).isEqualTo(Bytes.copyOf(new byte[] {'a', (byte) 0xff, -128}));
  }

  @Test
  void acceptsNameThatLooksLikeStrace() {
    StraceLine line = parse("1 openat(3, \") = 7 <unfinished ...>\", O_RDONLY|O_CLOEXEC) = 4");
    assertThat(line.kind()).isEqualTo(LineKind.CALL);
    assertThat(line.result).isEqualTo(4);
    assertThat(line.stringAt(1)).isEqualTo(Bytes.of(") = 7 <unfinished ...>"));
  }

  @Test
  void findsFlagsOnlyAsWholeWords() {
    StraceLine line = parse("1 openat(3, \"O_TRUNC\", O_RDWR|O_CREAT, 0666) = 4");
    assertThat(line.has(2, Flag.of("O_RDWR", 2))).isTrue();
    assertThat(line.has(2, Flag.of("O_CREAT", 0100))).isTrue();
    assertThat(line.has(2, Flag.of("O_TRUNC", 01000))).isFalse();
    assertThat(line.has(2, Flag.of("O_RD", 4))).isFalse();
    assertThat(parse("1 openat(3, \"x\", 0x242, 0666) = 4").has(2, Flag.of("O_TRUNC", 01000)))
        .isTrue();
  }

  @Test
  void parsesBothPartsOfInterruptedCall() {
    StraceLine begun = parse("7 read(3,  <unfinished ...>");
    assertThat(begun.kind()).isEqualTo(LineKind.BEGUN);
    assertThat(begun.fdAt(0)).isEqualTo(3);
    StraceLine rest = parse("7 <... read resumed>\"\"..., 832) = 832");
    assertThat(rest.kind()).isEqualTo(LineKind.RESUMED);
    assertThat(rest.type).isEqualTo(Syscall.READ);
    String text =
        new String(
            rest.buffer(),
            rest.textFrom(),
            rest.textTo() - rest.textFrom(),
            StandardCharsets.UTF_8);
    assertThat(text).isEqualTo("\"\"..., 832) = 832");
  }

  @Test
  void parsesCallDuringWhichProcessDied() {
    StraceLine line = parse("7 read(0,  <unfinished ...>) = ?");
    assertThat(line.kind()).isEqualTo(LineKind.CALL);
    assertThat(line.succeeded()).isFalse();
  }

  @Test
  void parsesEndsOfThreads() {
    assertThat(parse("7 +++ exited with 3 +++").kind()).isEqualTo(LineKind.EXITED);
    assertThat(parse("7 +++ exited with 3 +++").result).isEqualTo(3);
    assertThat(parse("7 +++ killed by SIGKILL +++").result).isEqualTo(128 + 9);
    assertThat(parse("7 +++ killed by SIGSEGV (core dumped) +++").result).isEqualTo(128 + 11);
    assertThat(parse("7 +++ killed by SIGRT_3 +++").result).isEqualTo(128 + 35);
    StraceLine superseded = parse("7 +++ superseded by execve in pid 9 +++");
    assertThat(superseded.kind()).isEqualTo(LineKind.SUPERSEDED);
    assertThat(superseded.result).isEqualTo(9);
    StraceLine changed = parse("9 execve(\"/bin/x\", [\"x\"], 0x1 <pid changed to 7 ...>");
    assertThat(changed.kind()).isEqualTo(LineKind.PID_CHANGED);
    assertThat(changed.result).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=8} ---",
        "strace: Process 123 attached",
        "[pid 7] strace: Process 123 attached",
        "7 getpid() = 7",
        "7 restart_syscall(<... resuming interrupted read ...>) = 5",
        "7 <... futex resumed>) = 0",
        "7 futex(0x1, FUTEX_WAIT, 2, NULL <unfinished ...>",
        "[ Process PID=7 runs in 32 bit mode. ]",
        "7 read(0,  <detached ...>",
        "7 1795208295.372300 read(0,  <detached ...>",
        "7 <... read resumed> <detached ...>",
        "7 <... futex resumed> <detached ...>",
        "7 futex(0x1, FUTEX_WAIT, 2, NULL <detached ...>",
        "7 <detached ...>",
        "",
      })
  void ignoresLinesWithoutProvenance(String text) {
    assertThat(parse(text).kind()).isEqualTo(LineKind.NOISE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7 read(3, \"abc",
        "7 read(3, \"abc\", 3)",
        "7 read(3, \"abc\", 3) =",
        "7 read(3, \"abc\", 3) = x",
        "7 hello",
        "7 <... resumed>",
        "7 +++ vanished +++",
        "\u0000\u0001\u00ff",
      })
  void reportsProblemOfLine(String text) {
    StraceLine line = parse(text);
    assertThat(line.kind()).isEqualTo(LineKind.MALFORMED);
    assertThat(line.problem()).isNotBlank();
  }

  @Test
  void parsesDecorations() {
    StraceLine line = parse("7 openat(AT_FDCWD</tmp/st>, \"x\", O_RDONLY) = 3</tmp/st/x\\76>");
    assertThat(line.decorationAt(0)).isEqualTo(Bytes.of("/tmp/st"));
    assertThat(line.resultDecoration()).isEqualTo(Bytes.of("/tmp/st/x>"));
    assertThat(parse("7 read(4<pipe:[123]>, \"\", 1) = 0").decorationAt(0))
        .isEqualTo(Bytes.of("pipe:[123]"));
  }

  @Test
  void parsesVeryLongArgumentList() {
    String many = "\"argument, with ) and \\\"\", ".repeat(5000);
    StraceLine line = parse("7 execve(\"/bin/x\", [" + many + "\"end\"...], 0x7 /* 5 vars */) = 0");
    assertThat(line.kind()).isEqualTo(LineKind.CALL);
    assertThat(line.argumentCount).isEqualTo(3);
  }
}

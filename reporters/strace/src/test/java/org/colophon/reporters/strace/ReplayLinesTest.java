// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;

class ReplayLinesTest {
  private final RecordingSink sink = new RecordingSink();

  private void feed(String text) throws IOException {
    ReplaySettings settings =
        new ReplaySettings("host", "boot", "log", Bytes.of("/w"), false, 1, HostProbe.NONE);
    LineCutter lines = new LineCutter(new Replay(sink, settings), 1 << 18);
    ByteArrayInputStream input =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    int count = 0;
    while (count >= 0) {
      count =
          lines.readFrom(
              target ->
                  input.read(
                      target.array(),
                      target.arrayOffset() + target.position(),
                      target.remaining()));
    }
    lines.endWithError(Replay.TORN);
  }

  @Test
  void rejectsTooLongLineOnce() throws IOException {
    feed("x".repeat(1 << 20) + "\n7 execve(\"/bin/x\", [\"x\"], 0x7f /* 3 vars */) = 0\n");
    assertThat(sink.refused).containsExactly("log:1 is longer than 262144 bytes");
    assertThat(sink.texts()).contains("7 process /bin/x");
  }

  @Test
  void acceptsLogThatBeginsWithAttachMessage() throws IOException {
    feed(
        " strace: Process 7 attached\n[pid     7] execve(\"/bin/x\", [\"x\"], 0x7f /* 3 vars */) ="
            + " 0\n");
    assertThat(sink.refused).isEmpty();
    assertThat(sink.texts()).contains("7 process /bin/x");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.testing.reporters.RecordingSink;

/** Replays lines like a saved log. Process 10 runs /bin/x in the directory /w. */
final class ReplayFixture {
  private static final String START =
      "10 execve(\"/bin/x\", [\"x\", \"-v\"], 0x7f /* 3 vars */) = 0";

  final RecordingSink sink = new RecordingSink();
  private final Replay replay;

  ReplayFixture() {
    this(HostProbe.NONE);
  }

  ReplayFixture(HostProbe probe) {
    replay =
        new Replay(
            sink, new ReplaySettings("host", "boot", "log", Bytes.of("/w"), false, 1, probe));
    line(START);
    sink.events.clear();
  }

  void setLogs(ProgramLogs logs) {
    replay.setLogs(logs);
  }

  void setLookups(boolean wanted) {
    replay.setLookups(wanted);
  }

  void setRanges(boolean wanted) {
    replay.setRanges(wanted);
  }

  void line(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    replay.line(bytes, 0, bytes.length);
  }

  void finish() {
    replay.finish();
  }

  /** Replays lines and returns their operations. Lines without a pid belong to process 10. */
  List<String> after(String... lines) {
    int before = sink.events.size();
    for (String line : lines) {
      boolean hasPid = line.matches("(?s)[0-9]+ .*");
      line(hasPid ? line : "10 " + line);
    }
    return new ArrayList<>(sink.texts().subList(before, sink.events.size()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunTraceTest {
  private static final Instant BEGIN = Instant.parse("2026-11-30T10:00:00.001Z");
  private static final String NANOS = "1796032800";

  @TempDir private Path directory;

  private static @Nullable Instant at(int millis) {
    return millis < 0 ? null : BEGIN.plusMillis(millis);
  }

  private static Program program(
      int pid, int parent, boolean isExecuted, int begin, int end, String... words) {
    return new Program(
        "process:" + pid,
        parent,
        isExecuted,
        pid,
        "/bin/" + words[0],
        List.of(words),
        false,
        "/w",
        at(begin),
        at(end),
        end < 0 ? null : 3,
        Map.of(),
        List.of(),
        null);
  }

  private static Use use(int program, int file, How how, int first, int last) {
    return new Use(program, file, how, 2, 40, at(first), at(last), false);
  }

  private static RecordedRun run(
      boolean isRunning, List<Program> programs, List<Use> uses, String... gaps) {
    RunFile file =
        new RunFile(
            "object:1.v0", "/w/\u001b\"x", ObjectKind.FILE, Role.OUTPUT, false, null, null, null);
    RunFile pipe =
        new RunFile("object:2.v0", "", ObjectKind.PIPE, Role.INTERMEDIATE, false, null, null, null);
    return new RecordedRun(
        "ab12",
        "web (1234)",
        99,
        isRunning,
        BEGIN,
        null,
        programs,
        List.of(file, pipe),
        uses,
        List.of(),
        List.of(gaps));
  }

  /** A shell forks two processes; one executes a writer at once, the other a reader. */
  private static RecordedRun sample() {
    return run(
        false,
        List.of(
            program(10, -1, false, 0, 9, "sh", "a.sh"),
            program(11, 0, false, 1, 1, "sh"),
            program(11, 1, true, 1, 5, "cat", "x y"),
            program(12, 0, false, 2, 7, "sort")),
        List.of(
            use(2, 1, How.WRITE, 2, 4),
            use(3, 1, How.READ, 2, 2),
            use(3, 0, How.WRITE, 6, 6),
            use(0, 0, How.READ, 1, 5)),
        "events lost");
  }

  private static byte[] trace(RecordedRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RunTrace.write(run, out);
    return out.toByteArray();
  }

  private String read(RecordedRun run) throws Exception {
    return TraceReader.read(directory, List.of(trace(run))).get(0);
  }

  @Test
  void givesEachProcessATrackAndEachProgramASlice() throws Exception {
    String text = read(sample());

    assertThat(text)
        .contains(
            "{\"name\": \"sh\", \"pid\": 10, \"words\": [\"sh\", \"a.sh\"], \"parent\": \"\"}")
        .contains(
            "{\"name\": \"cat\", \"pid\": 11, \"words\": [\"cat\", \"x y\"], \"parent\": \"sh\"}")
        .contains("{\"name\": \"sort\", \"pid\": 12, \"words\": [\"sort\"], \"parent\": \"sh\"}")
        .contains("[\"sh\", " + NANOS + "001000000, " + NANOS + "010000000, 10, {\"command\": ")
        .contains("[\"cat\", " + NANOS + "002000000, " + NANOS + "006000000, 11, {\"command\": ")
        .contains("\"exit status\": 3", "\"key\": \"process:12\"", "\"bytes read\": 40");
  }

  @Test
  void leadsArrowsFromWritersToLaterReaders() throws Exception {
    assertThat(read(sample()))
        .contains("\"flows\": [[\"write object:2.v0\", \"read object:2.v0\"]]")
        .contains("[\"bytes written\", " + NANOS + "005000000, 40]")
        .contains("[\"events lost\", " + NANOS + "001000000, \"gaps of the capture");
  }

  @Test
  void statesUnknownTimesInsteadOfInventingSlices() throws Exception {
    RecordedRun run =
        run(
            true,
            List.of(
                program(1, -1, false, 1, -1, "server"),
                program(2, 0, false, -1, 4, "late"),
                program(3, 0, false, -1, -1, "lost"),
                program(4, 0, false, 6, 5, "clock")),
            List.of(use(0, 0, How.WRITE, -1, -1), use(1, 0, How.READ, -1, -1)));

    assertThat(read(run))
        .contains("\"slices\": []", "\"flows\": []")
        .contains("[\"server (end unknown)\", " + NANOS + "002000000, \"server\"]")
        .contains("[\"late (start unknown)\", " + NANOS + "005000000, \"late\"]")
        .contains("{\"name\": \"lost (times unknown)\", \"pid\": 3")
        .contains("[\"clock (times contradict)\", " + NANOS + "007000000, \"clock\"]")
        .contains("a program of this run had not ended")
        .doesNotContain("bytes written\", 1");
  }

  @Test
  void limitsArrowsAndStatesTheOthers() throws Exception {
    int count = 300;
    Program[] programs = new Program[2 * count];
    Use[] uses = new Use[programs.length];
    for (int i = 0; i < programs.length; i++) {
      programs[i] = program(i + 1, -1, false, 0, 9, "p");
      uses[i] = use(i, 0, i < count ? How.WRITE : How.READ, 1, 2);
    }

    String text = read(run(false, List.of(programs), List.of(uses)));

    assertThat(text.split("read /w/", -1)).hasSizeGreaterThan(RunTrace.MAX_FLOWS);
    assertThat(text).contains("40,000 arrows between programs are left out");
  }

  @Test
  void rejectsRunWithoutTimes() {
    RecordedRun run = run(false, List.of(program(1, -1, false, -1, -1, "p")), List.of());

    assertThatThrownBy(() -> trace(run))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("no program of this run has a known time");
  }

  @Test
  void givesTracesWhoseMutationsAreRefused() throws Exception {
    byte[] whole = trace(sample());
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    byte[] doubled = Arrays.copyOf(whole, 2 * whole.length);
    System.arraycopy(whole, 0, doubled, whole.length, whole.length);
    byte[] unknown = Arrays.copyOf(whole, whole.length + 2);
    System.arraycopy(new byte[] {15 << 3, 1}, 0, unknown, whole.length, 2);
    byte[] open = new byte[whole.length];
    int length = withoutLastSliceEnd(whole, open);

    List<String> findings =
        TraceReader.read(
            directory, List.of(whole, cut, doubled, unknown, Arrays.copyOf(open, length)));

    assertThat(findings).hasSize(5);
    assertThat(findings.get(0)).startsWith("{");
    assertThat(findings.subList(1, 5)).allMatch(each -> each.startsWith("invalid"));
    assertThat(findings.get(4)).contains("begin without end");
  }

  /** Copies the packets before the last one, which ends the longest slice. */
  private static int withoutLastSliceEnd(byte[] whole, byte[] to) {
    int at = 0;
    int last = 0;
    while (at < whole.length) {
      last = at;
      int length = whole[at + 1] & 0x7f;
      boolean isLong = whole[at + 1] < 0;
      at += isLong ? 3 + length + (whole[at + 2] << 7) : 2 + length;
    }
    System.arraycopy(whole, 0, to, 0, last);
    return last;
  }
}

package org.colophon.benchmarks.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class LogReplayTest {
  private static final String BODY = "one\ntwo and more\nthree\n";
  private static final String MARK = "the end\n";

  @TempDir Path directory;

  private String replayed(double statements, long statementsOfBody) throws IOException {
    Path recorded = Files.writeString(directory.resolve("recorded"), BODY + MARK);
    Path live = directory.resolve("live");
    RecordedLog log =
        new RecordedLog(LogKind.GENERAL, recorded, BODY.length(), statementsOfBody, "end");
    try (LogReplay replay = new LogReplay(log, live)) {
      double written = replay.write(statements * 1000, Duration.ofMillis(1));
      assertThat(written).isGreaterThanOrEqualTo(1);
      replay.writeMark();
    }
    return Files.readString(live);
  }

  @Test
  void shouldWriteWholeLinesAndTheMarkLast() throws IOException {
    assertThat(replayed(1, 3)).matches("(" + BODY + ")+" + MARK);
  }

  @Test
  void shouldBeginAgainWhenTheLogIsThrough() throws IOException {
    String all = replayed(30_000, 3);
    assertThat(all).matches("(?s)(" + BODY + "){2,}" + MARK);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.METADATA;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.Direction;
import org.colophon.query.format.CertifiedState;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the content of exports without targets. */
class AnswersTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private StorageAdapter adapter;

  @BeforeEach
  void open() {
    adapter = new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    adapter.open();
  }

  private Answer export(String asOf) {
    LineageFilter everything = new LineageFilter(false, List.of(), true, null);
    return answers("prov-n", asOf)
        .export(List.of(), Answers.ANCESTORS, Answers.EXPORTED, false, everything, false, false);
  }

  private Answers answers(String format, String asOf) {
    adapter.append(history.build());
    adapter.flush();
    AnswerStyle look =
        new AnswerStyle(
            format, false, 0, Path.of("/"), ZoneOffset.UTC, Path.of("/none"), CertifiedState.NONE);
    return new Answers(adapter.reader(), Instant.EPOCH, look, asOf);
  }

  /** Returns the writers of each version. */
  private static List<String> generations(Answer answer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    answer.body().write(out);
    return Pattern.compile("wasGeneratedBy\\(object:(\\S+), process:(\\d+),")
        .matcher(out.toString(StandardCharsets.UTF_8))
        .results()
        .map(each -> each.group(1) + " " + each.group(2))
        .toList();
  }

  private void writeTwiceUnread() {
    history.file(1, "/f").process(1, "/bin/first").process(2, "/bin/second");
    history.process(3, "/bin/third").access(WRITE, 1, 1, 1);
    history.cut(2, 1).access(WRITE, 2, 1, 1).snapshot("between");
    history.cut(3, 1).access(WRITE, 3, 1, 1);
  }

  @Test
  void exportsUnreadVersions() throws IOException {
    writeTwiceUnread();
    assertThat(generations(export(null))).containsExactlyInAnyOrder("1.v0 1", "1.v1 2", "1.v2 3");
  }

  @Test
  void exportsVersionsWithoutReadersAsOfSnapshot() throws IOException {
    writeTwiceUnread();
    assertThat(generations(export("between"))).containsExactlyInAnyOrder("1.v0 1", "1.v1 2");
  }

  @Test
  void reportsMoveWhenNothingWroteTheFile() {
    history.file(1, "/a").process(1, "/bin/mv").process(2, "/bin/chmod");
    history.rename(1, 1, Bytes.of("/a"), Bytes.of("/b")).access(RENAME, 1, 1, 0);
    history.access(METADATA, 2, 1, 0);
    Answers answers = answers("tree", null);
    LineageFilter folded = new LineageFilter(false, List.of(), false, null);
    LineageFilter data = new LineageFilter(true, List.of(), false, null);
    assertThat(answers.lineage(ancestorsOf("/b", folded)).remarks())
        .singleElement()
        .asString()
        .contains(
            "no content: attributes changed by /bin/chmod [process:2], named by /bin/mv [process:1];"
                + " --all shows this");
    assertThat(answers.lineage(ancestorsOf("/b", data)).remarks())
        .containsExactly("nothing else is known to have led to or from /b");
  }

  private void writeWhileTheClockGoesBack() {
    long day = 86_400_000_000_000L;
    history.file(1, "/f").process(1, "/bin/a");
    history.time(47_482 * day).access(WRITE, 1, 1, 1);
    history.time(day).access(WRITE, 1, 1, 1).time(-1).exit(1, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1971-01-01", "2050-01-01T00:00Z"})
  void reportsThatTimesDoNotRiseWhenAnswerIsAsOfTime(String time) {
    writeWhileTheClockGoesBack();
    String meaning = "the answer is as of LSN " + (time.startsWith("2050") ? 5 : 4);
    String first = time.startsWith("2050") ? "LSN 3" : "LSN 1";
    assertThat(answers("json", time).remarks())
        .singleElement()
        .asString()
        .contains("times do not rise", first + " is later", meaning);
  }

  @Test
  void reportsThatSearchGoesByTimesOfAccessesWhenTimesDoNotRise() {
    writeWhileTheClockGoesBack();
    Answers answers = answers("json", null);
    answers.find(Map.of("since", "2050-01-01", "until", "2150-01-01"), false);
    assertThat(answers.remarks())
        .singleElement()
        .asString()
        .contains("at 2050-01-01", "--since goes by the time of each access");
  }

  @Test
  void reportsThatTimesDoNotRiseAtTimeOfTarget() {
    writeWhileTheClockGoesBack();
    Answers answers = answers("json", null);
    LineageFilter everything = new LineageFilter(false, List.of(), true, null);
    answers.lineage(ancestorsOf("/f@2050-01-01", everything));
    assertThat(answers.remarks())
        .singleElement()
        .asString()
        .contains("/f@2050-01-01 is as of LSN 5");
  }

  @Test
  void reportsNothingAboutTimesThatRise() {
    writeTwiceUnread();
    assertThat(answers("json", "2023-11-15").remarks())
        .allSatisfy(remark -> assertThat(remark).doesNotContain("rise"));
  }

  @Test
  void reportsTimeAndTargetBeyondAllRecords() {
    writeTwiceUnread();
    long last = history.lastLsn();
    Answers answers = answers("json", "2050-01-01");
    answers.show(List.of("/f@99"));
    assertThat(answers.remarks())
        .containsExactly(
            "nothing is recorded at 2050-01-01 yet: the last LSN is " + last,
            "nothing is recorded at 99 yet: the last LSN is " + last);
  }

  private static LineageRequest ancestorsOf(String target, LineageFilter filter) {
    return new LineageRequest(List.of(target), Direction.ANCESTORS, -1, 100, filter, false, false);
  }

  @Test
  void exportsBothDirectionsOfSeveralTargetsOnce() throws IOException {
    history.process(1, "/bin/a").process(2, "/bin/b");
    for (int i = 1; i <= 4; i++) {
      history.file(i, "/" + i);
    }
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1).access(READ, 2, 2, 1);
    history.access(WRITE, 2, 3, 1);
    LineageFilter everything = new LineageFilter(false, List.of(), true, null);
    Answers answers = answers("prov-n", null);
    List<String> targets = List.of("/2", "/4");
    Set<Direction> both = EnumSet.allOf(Direction.class);
    assertThat(generations(answers.export(targets, both, 100, false, everything, false, false)))
        .containsExactlyInAnyOrder("2.v0 1", "3.v0 2");
    Set<Direction> down = Set.of(Direction.DESCENDANTS);
    assertThat(generations(answers.export(targets, down, 100, false, everything, false, false)))
        .containsExactly("3.v0 2");
    assertThatThrownBy(() -> answers.export(List.of(), down, 100, false, everything, false, false))
        .hasMessageContaining("needs a target");
  }

  @Test
  void reportsDerivationsThatFormatOmits() {
    history.process(1, "/bin/cp");
    for (int i = 1; i <= 1_500; i++) {
      history.file(2 * i, "/from/" + i).access(READ, 1, 2 * i, 1);
      history.file(2 * i + 1, "/to/" + i).access(WRITE, 1, 2 * i + 1, 1);
    }
    assertThat(export(null).remarks()).singleElement().asString().contains("process:1");
  }
}

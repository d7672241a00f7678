// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.colophon.core.model.OperationKind.CREATE;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.api.Root;
import org.colophon.query.document.RecordedRun.Begin;
import org.colophon.query.document.RecordedRun.NameChange;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.format.ExportSource;
import org.colophon.query.touched.Run;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

final class RunCollectorTest {
  /** A shell starts a writer and a reader of a pipe, which makes /out from /in. */
  private static RecordBatchBuilder history() {
    return new RecordBatchBuilder()
        .file(1, "/in")
        .file(2, "/out")
        .object(3, new ObjectDeclaration(ObjectKind.PIPE, Bytes.of("p"), Bytes.of("pipe:[1]")))
        .process(9, "/bin/earlier")
        .access(WRITE, 9, 1, 5)
        .exit(9, 0)
        .process(1, "/bin/sh")
        .process(2, "/bin/cat")
        .link(LinkKind.FORK, 2, 1)
        .process(3, "/bin/sort")
        .link(LinkKind.FORK, 3, 1)
        .access(READ, 2, 1, 5)
        .access(WRITE, 2, 3, 5)
        .access(READ, 3, 3, 5)
        .access(WRITE, 3, 2, 5);
  }

  private static RecordBatchBuilder ended(RecordBatchBuilder history) {
    return history.exit(3, 0).exit(2, 0).exit(1, 7);
  }

  private static RecordedRun run(RecordBatchBuilder history) {
    LineageReader reader = SmallStore.of(history);
    return collector(reader).run(Run.from(reader, 1), 1000);
  }

  private static RunCollector collector(LineageReader reader) {
    return new RunCollector(reader, new ExportSource("ab", "web", reader.visibleLsn()));
  }

  private static Map<String, Role> roles(RecordedRun run) {
    return run.files().stream()
        .collect(Collectors.toMap(RunFile::name, RunFile::role, (x, y) -> x, TreeMap::new));
  }

  @Test
  void tellsInputsOutputsAndPipesOfRun() {
    RecordedRun run = run(ended(history()));

    assertThat(roles(run))
        .containsExactly(
            entry("/in", Role.INPUT),
            entry("/out", Role.OUTPUT),
            entry("pipe:[1]", Role.INTERMEDIATE));
    assertThat(run.programs())
        .extracting(Program::executable)
        .containsExactly("/bin/sh", "/bin/cat", "/bin/sort");
    assertThat(run.programs()).extracting(Program::parent).containsExactly(-1, 0, 0);
    assertThat(run.programs().get(0).exitStatus()).isEqualTo(7);
    assertThat(run.isComplete()).isTrue();
    assertThat(run.origins()).containsExactly(new RecordedRun.Origins(1, List.of(0)));
  }

  @Test
  void countsInputAsOriginOnlyIfReadBeforeTheWrite() {
    RecordBatchBuilder history = history().file(4, "/late").access(READ, 3, 4, 5);

    RecordedRun run = run(ended(history));

    assertThat(roles(run)).containsEntry("/late", Role.INPUT);
    assertThat(run.origins().get(0).inputs())
        .extracting(each -> run.files().get(each).name())
        .containsExactly("/in");
  }

  @Test
  void listsFileThatIsReadAndThenAppendedAsInputAndOutput() {
    RecordBatchBuilder history =
        history().file(4, "/log").access(READ, 3, 4, 5).access(WRITE, 3, 4, 5);

    RecordedRun run = run(ended(history));

    assertThat(run.files().stream().filter(each -> each.name().equals("/log")))
        .extracting(RunFile::role)
        .containsExactly(Role.INPUT, Role.OUTPUT);
  }

  @Test
  void listsFileThatTheRunCreatedOnlyAsOutput() {
    RecordBatchBuilder history =
        history().file(4, "/db").access(CREATE, 3, 4, 0).access(READ, 3, 4, 0);

    RecordedRun run = run(ended(history.access(WRITE, 3, 4, 5)));

    assertThat(run.files().stream().filter(each -> each.name().equals("/db")))
        .extracting(RunFile::role)
        .containsExactly(Role.OUTPUT);
  }

  private static Begin beginOf(String name, RecordBatchBuilder history) {
    return run(ended(history))
        .files(Role.OUTPUT)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow()
        .begin();
  }

  @Test
  void tellsCreatedReplacedAndAppendedOutputs() {
    RecordBatchBuilder created = history().file(4, "/new").access(CREATE, 3, 4, 0);
    assertThat(beginOf("/new", created.access(WRITE, 3, 4, 5))).isEqualTo(Begin.CREATED);
    RecordBatchBuilder cut = history().file(4, "/old").cut(3, 4);
    assertThat(beginOf("/old", cut.access(WRITE, 3, 4, 5))).isEqualTo(Begin.REPLACED);
    assertThat(beginOf("/out", history())).isNull();
  }

  @Test
  void tellsThatNewFileReplacedTheFormerOneOfItsName() {
    RecordBatchBuilder history =
        history()
            .file(4, "/old")
            .file(5, "/tmp.1")
            .access(CREATE, 3, 5, 0)
            .access(WRITE, 3, 5, 5)
            .unbind(3, 5, Bytes.of("/tmp.1"))
            .unbind(3, 4, Bytes.of("/old"))
            .bind(3, 5, "/old");

    assertThat(beginOf("/old", history)).isEqualTo(Begin.REPLACED);
  }

  @Test
  void listsHardLinksAndFormerNamesThatNoOtherFileTook() {
    RecordBatchBuilder history =
        history()
            .file(4, "/a")
            .access(READ, 3, 4, 5)
            .bind(3, 4, "/link")
            .access(RENAME, 3, 4, 0)
            .unbind(3, 4, Bytes.of("/a"))
            .access(RENAME, 3, 4, 0);

    assertThat(otherNames(4, run(ended(history)))).containsExactly("/link");
    RecordBatchBuilder taken = history().file(4, "/a").access(READ, 3, 4, 5);
    taken.bind(3, 4, "/b").unbind(3, 4, Bytes.of("/a")).file(5, "/a").bind(3, 4, "/c");
    assertThat(otherNames(4, run(ended(taken)))).containsExactly("/b", "/c");
  }

  private static List<String> otherNames(long object, RecordedRun run) {
    return run.files().stream()
        .filter(each -> each.key().startsWith("object:" + object + "."))
        .findFirst()
        .orElseThrow()
        .otherNames();
  }

  @Test
  void listsMovedAndRemovedFiles() {
    RecordBatchBuilder history =
        history()
            .file(4, "/a")
            .file(5, "/gone")
            .unbind(3, 4, Bytes.of("/a"))
            .bind(3, 4, "/b")
            .access(RENAME, 3, 4, 0)
            .unbind(3, 5, Bytes.of("/gone"))
            .access(RENAME, 3, 5, 0);

    assertThat(run(ended(history)).changes())
        .containsExactlyInAnyOrder(new NameChange("/a", "/b"), new NameChange("/gone", ""));
  }

  @Test
  void leavesOutPipeThatNobodyWrote() {
    ObjectDeclaration pipe =
        new ObjectDeclaration(ObjectKind.PIPE, Bytes.of("q"), Bytes.of("pipe:[2]"));
    RecordBatchBuilder history = history().object(4, pipe).access(READ, 3, 4, 0);

    assertThat(roles(run(ended(history)))).doesNotContainKey("pipe:[2]");
  }

  @Test
  void listsRemovedAndReplacedFilesAsIntermediate() {
    RecordBatchBuilder history =
        history().file(4, "/tmp/x").access(WRITE, 3, 4, 5).unbind(3, "/tmp/x");

    assertThat(roles(run(ended(history)))).containsEntry("/tmp/x", Role.INTERMEDIATE);
  }

  @Test
  void keepsOutputThatAnotherRunChangedLater() {
    RecordBatchBuilder history =
        ended(history())
            .extended(
                0, 2, FileDigest.TYPE, new FileDigest("2".repeat(64), "2".repeat(40), 5).bytes())
            .process(20, "/bin/other")
            .cut(20, 2)
            .access(WRITE, 20, 2, 9);

    RecordedRun run = run(history);

    assertThat(run.files(Role.OUTPUT)).extracting(RunFile::name).containsExactly("/out");
    assertThat(run.files(Role.OUTPUT)).extracting(RunFile::sha256).containsExactly("2".repeat(64));
  }

  @Test
  void saysThatRunIsIncompleteAfterLossAndWhileItRuns() {
    assertThat(run(history()).running()).isTrue();
    assertThat(run(history()).isComplete()).isFalse();
    RecordedRun run = run(ended(history().gap(2, GapCause.EVENTS_LOST, 3)));
    assertThat(run.gaps()).hasSize(1);
    assertThat(run.isComplete()).isFalse();
  }

  @Test
  void followsTargetsIntoEarlierRuns() {
    LineageReader reader = SmallStore.of(ended(history()));

    RecordedRun run = collector(reader).targets(List.of(Root.object(2)), 1000);

    assertThat(roles(run))
        .containsEntry("/in", Role.INTERMEDIATE)
        .containsEntry("/out", Role.OUTPUT);
    assertThat(run.programs()).extracting(Program::executable).contains("/bin/earlier");
  }

  @Test
  void sumsReadsOfOneVersionThatWritesSeparate() {
    RecordBatchBuilder history = history().access(WRITE, 3, 2, 5).access(READ, 3, 1, 9);

    RecordedRun run = run(ended(history.access(WRITE, 3, 2, 5).access(READ, 3, 1, 9)));

    assertThat(run.uses())
        .filteredOn(each -> run.files().get(each.file()).name().equals("/in"))
        .filteredOn(each -> run.programs().get(each.program()).executable().equals("/bin/sort"))
        .extracting(RecordedRun.Use::bytes)
        .containsExactly(18L);
  }

  @Test
  void readsTheJsonThatItWrites() throws Exception {
    Bytes name = Bytes.wrap(new byte[] {'/', (byte) 0xff});
    ObjectDeclaration file = new ObjectDeclaration(ObjectKind.FILE, Bytes.of("q"), name);
    RecordedRun run = run(ended(history().object(4, file).access(READ, 3, 4, 1)));
    assertThat(run.files()).extracting(RunFile::nameBytes).contains(name, Bytes.of("/in"));
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    AnswerJson.write(run, json);

    assertThat(RunJson.read(new ByteArrayInputStream(json.toByteArray()))).isEqualTo(run);
  }
}

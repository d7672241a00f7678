// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.ZoneOffset;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

class PatchChainTest {
  private static final String PATH = "/lab/a.txt";
  private static final String FAILED =
      "{\"version\":1,\"inspector\":\"text\",\"reason\":\"too-large\",\"detail\":\"too many\","
          + "\"path\":\"/lab/a.txt\"}";

  private final RecordBatchBuilder history = new RecordBatchBuilder();

  /** Reads the whole history, from the first question on. */
  private LineageReader reader;

  /** Begins a history: the file has the LSN 1, and each editor is a process of its own. */
  PatchChainTest() {
    history.file(1, PATH);
    for (int editor = 1; editor <= 5; editor++) {
      history.process(editor, "/bin/ed" + editor);
    }
  }

  /** Records a write without a report. Returns its LSN. */
  private long write(int editor) {
    history.access(WRITE, editor, 1, 1);
    return history.lastLsn();
  }

  private void report(int editor, String before, String after) {
    history.extended(editor, 1, "text/patch", TestPatch.line(PATH, before, after));
  }

  /** Records a reported write. Returns its LSN. */
  private long edit(int editor, String before, String after) {
    long lsn = write(editor);
    report(editor, before, after);
    return lsn;
  }

  private String restored(String start, long lsn) throws IOException {
    return restored(start, lsn, false);
  }

  private String restored(String start, long lsn, boolean isOldStart) throws IOException {
    reader = reader == null ? SmallStore.of(history) : reader;
    var all = new LineageEngine(reader).historyWithChanges(Bytes.of(PATH), Lsn.LATEST);
    byte[] content = start.getBytes(UTF_8);
    PatchChain chain =
        new PatchChain(reader, all, ZoneOffset.UTC, lsn, ReversePatch.sha256(content), isOldStart);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    AnswerJson.write(chain.json(), out);
    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    for (JsonNode each : json.get("patches")) {
      content =
          ReversePatch.before(Bytes.wrap(each.get("patch").get("base64").binaryValue()), content);
    }
    assertThat(json.get("content").asText()).isEqualTo("sha256:" + ReversePatch.sha256(content));
    return new String(content, UTF_8);
  }

  private void assertRefused(String start, long lsn, String... texts) {
    assertThatThrownBy(() -> restored(start, lsn)).hasMessageContainingAll(texts);
  }

  @Test
  void restoresEachContentOfCompleteChain() throws IOException {
    long first = edit(1, "a\n", "b\n");
    long second = edit(2, "b\n", "a\n");
    long third = edit(3, "a\n", "c\n");
    assertThat(restored("c\n", first - 1)).isEqualTo("a\n");
    assertThat(restored("c\n", first)).isEqualTo("b\n");
    assertThat(restored("c\n", second - 1)).isEqualTo("b\n");
    assertThat(restored("c\n", second)).isEqualTo("a\n");
    assertThat(restored("c\n", third)).isEqualTo("c\n");
    assertThat(restored("c\n", Lsn.LATEST)).isEqualTo("c\n");
  }

  @Test
  void countsChangeFromItsWriteOnIfItsReportIsLate() throws IOException {
    long first = write(1);
    long second = write(2);
    report(1, "a\n", "b\n");
    report(2, "b\n", "c\n");
    assertThat(restored("c\n", first)).isEqualTo("b\n");
    assertThat(restored("c\n", second)).isEqualTo("c\n");
  }

  @Test
  void separatesChangesOfOneStoredWriteByStatesOfFile() throws IOException {
    history.interval(AccessMode.WRITE, 1, 1, 8, 12, 2, 2);
    Bytes state = new FileState(1, 1, 2, 3, 4).bytes();
    history.at(13).extended(0, 1, FileState.TYPE, state);
    long first = history.lastLsn();
    report(1, "a\n", "b\n");
    history.extended(0, 1, FileState.TYPE, state);
    long second = history.lastLsn();
    report(1, "b\n", "c\n");
    assertThat(restored("c\n", first)).isEqualTo("b\n");
    assertThat(restored("c\n", second - 1)).isEqualTo("b\n");
    assertThat(restored("c\n", second)).isEqualTo("c\n");
  }

  @Test
  void namesChangeWithoutPatch() throws IOException {
    edit(1, "a\n", "b\n");
    long missing = write(2);
    long third = edit(3, "c\n", "d\n");
    assertRefused(
        "d\n",
        missing,
        "LSN " + missing + " (",
        "by /bin/ed2 [process:2] has no patch; contents can be restored as of LSN " + third);
    assertThat(restored("d\n", third)).isEqualTo("d\n");
  }

  @Test
  void namesReasonWhyChangeWasNotInspected() {
    long first = edit(1, "a\n", "b\n");
    long failed = write(2);
    history.extended(2, 1, "inspector/failed", Bytes.of(FAILED));
    edit(3, "c\n", "d\n");
    for (long lsn : new long[] {first, failed}) {
      assertRefused("d\n", lsn, "by /bin/ed2", "was not inspected: too-large, too many");
    }
  }

  @Test
  void undoesPatchesAcrossFailedInspectionThatLeftContentEqual() throws IOException {
    long first = edit(1, "a\n", "b\n");
    long failed = write(2);
    history.extended(2, 1, "inspector/failed", Bytes.of(FAILED));
    edit(3, "b\n", "c\n");
    assertThat(restored("c\n", first)).isEqualTo("b\n");
    assertRefused("c\n", failed, "was not inspected");
  }

  @Test
  void refusesToGuessAfterWriteWithoutReport() {
    edit(1, "a\n", "b\n");
    long unknown = write(2);
    edit(3, "b\n", "c\n");
    assertRefused("c\n", unknown, "LSN " + unknown, "has no patch");
  }

  @Test
  void trustsDigestAfterWriteWithoutReport() throws IOException {
    edit(1, "a\n", "b\n");
    write(2);
    String sha256 = TestPatch.state("b\n").sha256();
    history.extended(0, 1, FileDigest.TYPE, new FileDigest(sha256, "0".repeat(40), 2).bytes());
    long lsn = history.lastLsn();
    edit(3, "b\n", "c\n");
    assertThat(restored("c\n", lsn)).isEqualTo("b\n");
  }

  @Test
  void refusesContentThatContradictsRecordedDigest() {
    edit(1, "a\n", "b\n");
    String sha256 = TestPatch.state("x\n").sha256();
    history.extended(0, 1, FileDigest.TYPE, new FileDigest(sha256, "0".repeat(40), 2).bytes());
    long lsn = history.lastLsn();
    edit(3, "b\n", "c\n");
    assertRefused("c\n", lsn, "a change after LSN", "is not recorded");
  }

  @Test
  void refusesContentThatIsNotRecorded() {
    edit(1, "a\n", "b\n");
    long last = write(2);
    assertRefused(
        "x\n", 1, "the content to start from is not recorded", "LSN " + last, "by /bin/ed2");
  }

  @Test
  void startsFromEarlierContentOnlyOnRequest() throws IOException {
    long first = edit(1, "a\n", "b\n");
    long second = edit(2, "b\n", "c\n");
    assertRefused("b\n", first - 1, "has an earlier content", "LSN " + first, "--from");
    assertThat(restored("b\n", first - 1, true)).isEqualTo("a\n");
    assertThatThrownBy(() -> restored("b\n", second, true))
        .hasMessageContainingAll("is older than LSN " + second, "by /bin/ed2");
  }

  @Test
  void refusesPatchWithoutDigests() {
    long lsn = write(1);
    history.extended(1, 1, "text/patch", Bytes.of("--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n"));
    assertRefused("b\n", lsn - 1, "names no digests", "LSN " + lsn);
  }

  @Test
  void refusesContentOfPatchWithoutDigests() throws IOException {
    long lsn = write(1);
    history.extended(1, 1, "text/patch", Bytes.of("--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n"));
    long second = edit(2, "b\n", "c\n");
    assertRefused("c\n", lsn, "names no digests", "LSN " + lsn);
    assertThat(restored("c\n", second)).isEqualTo("c\n");
  }

  @Test
  void refusesTruncatedPatch() throws IOException {
    long first = write(1);
    history.extended(
        1,
        1,
        "text/patch",
        TestPatch.of("a\n", "b\n", "# truncated: 9 changed lines are left out\n"));
    assertRefused("b\n", first - 1, "is not complete: truncated: 9 changed lines", "--from");
    assertThat(restored("b\n", first)).isEqualTo("b\n");
  }

  @Test
  void refusesFileWithoutPatches() {
    assertRefused("a\n", 1, "no patch of /lab/a.txt is recorded", "inspectors=text");
  }

  @Test
  void restoresEmptyContentOfCreatedAndOfEmptiedFile() throws IOException {
    long created = write(1);
    history.extended(1, 1, "text/patch", TestPatch.of("", "a\n", "@@ -0,0 +1 @@\n+a\n"));
    history.cut(2, 1);
    long emptied = history.lastLsn();
    history.extended(2, 1, "text/patch", TestPatch.of("a\n", "", "@@ -1 +0,0 @@\n-a\n"));
    edit(3, "", "x");
    assertThat(restored("x", created - 1)).isEmpty();
    assertThat(restored("x", created)).isEqualTo("a\n");
    assertThat(restored("x", emptied)).isEmpty();
  }

  @Test
  void endsAtRemovalOfFile() throws IOException {
    long first = edit(1, "a\n", "b\n");
    history.unbind(2, PATH);
    long removed = history.lastLsn();
    history.file(2, PATH).access(WRITE, 3, 2, 1);
    long created = history.lastLsn();
    history.extended(3, 2, "text/patch", TestPatch.of("", "n\n", "@@ -0,0 +1 @@\n+n\n"));
    assertRefused(
        "n\n",
        first,
        "the file lost this name",
        "LSN " + removed,
        "contents can be restored as of LSN " + created);
    assertRefused("n\n", removed, "no file is recorded at /lab/a.txt as of LSN " + removed);
    assertThat(restored("n\n", created - 1)).isEmpty();
    assertThat(restored("b\n", first - 1, true)).isEqualTo("a\n");
  }

  @Test
  void refusesContentOfFileThatReplacedTheReportedOneWithoutReport() {
    edit(1, "a\n", "b\n");
    history.file(2, "/lab/other").rename(2, 2, Bytes.of("/lab/other"), Bytes.of(PATH));
    assertRefused("b\n", history.lastLsn(), "the file lost this name", "--from");
  }

  @Test
  void followsReplacementByEditorWhoseFileHadPatchesOfItsOwn() throws IOException {
    long first = edit(1, "a\n", "b\n");
    history.file(2, "/lab/draft.txt").access(WRITE, 2, 2, 1);
    history.extended(2, 2, "text/patch", TestPatch.line("/lab/draft.txt", "b\n", "c\n"));
    long before = history.lastLsn();
    history.rename(2, 2, Bytes.of("/lab/draft.txt"), Bytes.of(PATH));
    long replaced = history.lastLsn();
    history.extended(2, 2, "text/patch", TestPatch.line(PATH, "b\n", "c\n"));
    assertThat(restored("c\n", replaced)).isEqualTo("c\n");
    assertThat(restored("c\n", before)).isEqualTo("b\n");
    assertThat(restored("c\n", first - 1)).isEqualTo("a\n");
  }
}

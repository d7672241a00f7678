// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.inspect.watch.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.inspectors.text.TextInspectorFactory;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests rare orders of events of open files. */
class FileWatchTest {
  private static final long WAIT_MILLIS = 30_000;

  @TempDir Path directory;
  private final List<String> patches = new CopyOnWriteArrayList<>();
  private final List<Long> charged = new CopyOnWriteArrayList<>();
  private final Os os = Os.load();
  private Path path;
  private ContentWatch contents;
  private FileWatch watch;
  private OpenFile first;
  private OpenFile second;

  @BeforeEach
  void watch() throws IOException {
    path = Files.writeString(directory.resolve("n.txt"), "");
    contents =
        new ContentWatch(
            Bytes.of("/mount"),
            TestNodes.table(os),
            InspectionConfig.of(
                List.of(InspectorSpec.of(new TextInspectorFactory())),
                directory.resolve("scratch")),
            PreImageConfig.in(directory.resolve("before")),
            (from, to) -> false,
            Patches::new);
    Node node = TestNodes.of(os, path);
    contents.created(node, true, false);
    watch = contents.of(node);
    first = TestNodes.opening(node);
    second = TestNodes.opening(node);
    watch.opened();
    write(first, "1\n");
    watch.closing(first);
  }

  @AfterEach
  void close() {
    contents.close();
  }

  private void write(OpenFile through, String text) throws IOException {
    write(through, text, 1);
  }

  private void write(OpenFile through, String text, long who) throws IOException {
    WatchedFile begun = watch.begin(Files.size(path), through, who, 2);
    Files.writeString(path, text, StandardOpenOption.APPEND);
    watch.end(begun);
  }

  private void empty() throws IOException {
    WatchedFile begun = watch.begin(0, null, 1, 2);
    Files.writeString(path, "");
    watch.end(begun);
  }

  private List<String> patches() {
    assertThat(contents.awaitIdle(WAIT_MILLIS)).isTrue();
    return patches;
  }

  @Test
  void offersOneChangePerWriterIfReleaseIsLate() throws IOException {
    empty();
    watch.opened();
    watch.closing(second);
    watch.released(first);
    write(second, "2\n");
    watch.closing(second);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(patches.get(0)).endsWith("\n+1\n");
    assertThat(patches.get(1)).endsWith("\n-1\n+2\n");
  }

  @Test
  void offersOneChangePerWriterIfReleaseIsEarly() throws IOException {
    empty();
    watch.released(first);
    watch.opened();
    write(second, "2\n");
    watch.closing(second);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(patches.get(1)).endsWith("\n-1\n+2\n");
  }

  @Test
  void offersChangeOnReleaseIfNoWriterFollows() {
    watch.released(first);
    assertThat(patches()).singleElement().asString().endsWith("\n+1\n");
  }

  @Test
  void offersChangeOnReleaseAfterTruncationByName() throws IOException {
    watch.released(first);
    watch.opened();
    empty();
    watch.closing(second);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(patches.get(1)).endsWith("\n-1\n");
  }

  @Test
  void leavesUnknownWriteUnattributed() throws IOException {
    watch.released(first);
    watch.opened();
    write(second, "2\n", 0);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(charged).containsExactly(1L, 0L);
  }

  @Test
  void leavesWriteUnattributedWhileEarlierWriterIsOpen() throws IOException {
    watch.opened();
    write(second, "2\n", 0);
    watch.closing(second);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(charged).containsExactly(1L, 0L);
  }

  @Test
  void attributesMappedWriteToItsWriter() throws IOException {
    write(first, "2\n", 0);
    watch.released(first);
    assertThat(patches()).singleElement().asString().endsWith("\n+1\n+2\n");
    assertThat(charged).containsExactly(1L);
  }

  @Test
  void offersOneChangePerWriterThatClosesCopyFirst() throws IOException {
    watch.opened();
    watch.closing(second);
    write(second, "2\n", 3);
    watch.closing(second);
    watch.released(first);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(charged).containsExactly(1L, 3L);
  }

  @Test
  void attributesChangeToNoProcessIfUnrecordedProcessTookPart() throws IOException {
    watch.opened();
    write(first, "2\n", FileWatch.NOT_RECORDED);
    write(second, "3\n", 3);
    watch.released(first);
    watch.released(second);
    write(second, "4\n", 3);
    watch.settle();
    assertThat(patches()).hasSize(2);
    assertThat(charged).containsExactly(0L, 3L);
  }

  @Test
  void attributesChangeToNoProcessIfUnrecordedWriteOverlaps() throws IOException {
    watch.opened();
    WatchedFile begun = watch.begin(2, first, 1, 2);
    watch.released(first);
    write(second, "2\n", FileWatch.NOT_RECORDED);
    Files.writeString(path, "3\n", StandardOpenOption.APPEND);
    watch.end(begun);
    write(second, "4\n", 3);
    watch.released(second);
    assertThat(patches()).hasSize(2);
    assertThat(charged).containsExactly(0L, 3L);
  }

  @Test
  void reportsLostContentIfFileCannotBeOpened() {
    Node node = TestNodes.unopenable("lost.txt");
    FileWatch lost = contents.of(node);
    OpenFile through = TestNodes.opening(node);
    lost.opened();
    for (int i = 0; i < 2; i++) {
      lost.end(lost.begin(0, through, 3, 4));
    }
    lost.closing(through);
    lost.released(through);
    assertThat(patches())
        .singleElement()
        .asString()
        .contains("\"reason\":\"content-lost\"", "cannot be opened", "/mount/lost.txt");
    assertThat(charged).containsExactly(3L);
    assertThat(contents.counts().skipped()).isEqualTo(1);
    assertThat(contents.kept().losses()).isEqualTo(1);
  }

  @Test
  void reportsLostContentIfReplacedFileCannotBeOpened() throws IOException {
    Node node = TestNodes.of(os, Files.writeString(directory.resolve("new.txt"), "new\n"));
    contents.replaced(node, TestNodes.unopenable("lost.txt"), Bytes.of("/lost.txt"), 3, 4);
    assertThat(patches())
        .singleElement()
        .asString()
        .contains("\"reason\":\"content-lost\"", "cannot be opened", "/mount/lost.txt");
    assertThat(contents.counts().skipped()).isEqualTo(1);
  }

  @Test
  void closesOpenFilesWhenWatchIsClosed() {
    contents.close();
    assertThat(patches).singleElement().asString().endsWith("\n+1\n");
    assertThat(contents.kept().watchedFiles()).isZero();
  }

  private final class Patches implements FindingOutput {
    @Override
    public void found(Inspection inspection, Finding finding) {
      patches.add(finding.data().toString());
      charged.add(inspection.process());
    }

    @Override
    public void flush() {}
  }
}

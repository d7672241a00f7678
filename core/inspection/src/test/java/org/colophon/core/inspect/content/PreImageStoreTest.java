// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.inspect.watch.FileKey;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.inspect.watch.PreImageStore;
import org.colophon.core.inspect.watch.SettledContent;
import org.colophon.core.inspect.watch.Snapshot;
import org.colophon.core.inspect.watch.WatchedFile;
import org.colophon.core.spi.inspect.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreImageStoreTest {
  private static final FileKey KEY = new FileKey(1, 2);

  @TempDir Path directory;
  private Path file;
  private PreImageStore store;
  private final List<SettledContent> settled = new ArrayList<>();

  @BeforeEach
  void open() {
    file = directory.resolve("file");
    store =
        new PreImageStore(
            new PreImageConfig(directory.resolve("kept"), 100, 150, 8), FileCloner.NONE);
  }

  private WatchedFile watch(String content) throws IOException {
    Files.writeString(file, content);
    return store.watch(KEY, file, false);
  }

  private void write(WatchedFile watched, long offset, String text) throws IOException {
    watched.beginChange(offset);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.seek(offset);
      out.write(text.getBytes(UTF_8));
    } finally {
      watched.endChange();
    }
  }

  private void truncate(WatchedFile watched, long size) throws IOException {
    watched.beginChange(size);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(size);
    } finally {
      watched.endChange();
    }
  }

  private static String text(Content content) throws IOException {
    return new String(content.bytes(1_000), UTF_8);
  }

  private long keptFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("kept"))) {
      return files.count();
    }
  }

  @Test
  void copiesNothingWhenOnlyAppendedTo() throws IOException {
    WatchedFile watched = watch("one");
    write(watched, 3, " two");
    write(watched, 7, " three");
    watched.settle(settled::add);
    SettledContent change = settled.get(0);
    assertThat(text(change.before())).isEqualTo("one");
    assertThat(text(change.after())).isEqualTo("one two three");
    assertThat(change.equalPrefixBytes()).isEqualTo(3);
    assertThat(store.counts().copies()).isZero();
  }

  @Test
  void keepsOldContentWhenOverwritten() throws IOException {
    WatchedFile watched = watch("0123456789");
    write(watched, 4, "xx");
    write(watched, 0, "y");
    watched.settle(settled::add);
    assertThat(text(settled.get(0).before())).isEqualTo("0123456789");
    assertThat(text(settled.get(0).after())).isEqualTo("y123xx6789");
    assertThat(store.counts().copies()).isEqualTo(1);
    assertThat(settled.get(0).equalPrefixBytes()).isZero();
  }

  @Test
  void keepsTheContentOfEachCloseWhenTheNextWriterFollowsAtOnce() throws IOException {
    WatchedFile watched = watch("first content");
    truncate(watched, 0);
    write(watched, 0, "second");
    watched.settle(settled::add);
    truncate(watched, 0);
    write(watched, 0, "third");
    watched.settle(settled::add);
    truncate(watched, 0);
    assertThat(text(settled.get(0).before())).isEqualTo("first content");
    assertThat(text(settled.get(0).after())).isEqualTo("second");
    assertThat(text(settled.get(1).before())).isEqualTo("second");
    assertThat(text(settled.get(1).after())).isEqualTo("third");
    assertThat(settled.get(1).after().problem()).isEmpty();
  }

  @Test
  void hasNoOldContentWhenTheFileIsNew() throws IOException {
    Files.createFile(file);
    WatchedFile watched = store.watch(KEY, file, true);
    write(watched, 0, "new");
    watched.settle(settled::add);
    assertThat(settled.get(0).before()).isNull();
    assertThat(text(settled.get(0).after())).isEqualTo("new");
  }

  @Test
  void handsOverNothingWhenNothingChanged() throws IOException {
    WatchedFile watched = watch("same");
    watched.settle(settled::add);
    assertThat(settled).isEmpty();
  }

  @Test
  void handsOverChangeOnlyAfterRunningWriteEnds() throws IOException {
    WatchedFile watched = watch("old");
    watched.beginChange(0);
    watched.settle(settled::add);
    assertThat(settled).isEmpty();
    Files.writeString(file, "new");
    watched.endChange();
    assertThat(text(settled.get(0).before())).isEqualTo("old");
    assertThat(text(settled.get(0).after())).isEqualTo("new");
  }

  @Test
  void reportsContentThatIsTooLargeToKeep() throws IOException {
    WatchedFile watched = watch("x".repeat(101));
    truncate(watched, 0);
    watched.settle(settled::add);
    Snapshot before = settled.get(0).before();
    assertThat(before.problem()).contains("101 bytes was not kept: more than 100");
    assertThatThrownBy(() -> text(before)).hasMessageContaining("101 bytes");
    assertThat(store.counts().losses()).isEqualTo(1);
  }

  @Test
  void reportsASpentBudgetAndResumesOnceItIsFree() throws IOException {
    WatchedFile watched = watch("x".repeat(100));
    truncate(watched, 0);
    write(watched, 0, "y".repeat(60));
    watched.settle(settled::add);
    truncate(watched, 0);
    assertThat(settled.get(0).after().problem()).contains("the limit of all old content is 150");
    settled.get(0).close();
    assertThat(store.counts().keptBytes()).isZero();
    write(watched, 0, "z".repeat(60));
    watched.settle(settled::add);
    truncate(watched, 0);
    assertThat(text(settled.get(1).after())).isEqualTo("z".repeat(60));
  }

  @Test
  void keepsContentReadableAfterTheFileIsRemoved() throws IOException {
    WatchedFile watched = watch("old");
    write(watched, 0, "NEW");
    watched.settle(settled::add);
    Files.delete(file);
    assertThat(text(settled.get(0).after())).isEqualTo("NEW");
    assertThat(text(settled.get(0).before())).isEqualTo("old");
  }

  @Test
  void reportsTruncationThatWasNotAnnounced() throws IOException {
    WatchedFile watched = watch("");
    write(watched, 0, "12345");
    watched.settle(settled::add);
    Files.writeString(file, "1");
    assertThat(settled.get(0).after().problem()).contains("cut to 1 bytes");
  }

  @Test
  void deletesCopyWhenLastReceiverClosesContent() throws IOException {
    WatchedFile watched = watch("0123456789");
    write(watched, 0, "x");
    watched.settle(settled::add);
    assertThat(keptFiles()).isEqualTo(1);
    watched.close();
    assertThat(store.counts().watchedFiles()).isEqualTo(1);
    Path spooled = settled.get(0).after().file();
    assertThat(spooled).hasContent("x123456789");
    settled.get(0).close();
    assertThat(store.counts().watchedFiles()).isZero();
    assertThat(store.counts().keptBytes()).isZero();
    assertThat(keptFiles()).isZero();
  }

  @Test
  void removesLeftoversOfACrashWhenOpened() throws IOException {
    WatchedFile watched = watch("0123456789");
    write(watched, 0, "x");
    assertThat(keptFiles()).isEqualTo(1);
    new PreImageStore(PreImageConfig.in(directory.resolve("kept")), FileCloner.NONE).close();
    assertThat(keptFiles()).isZero();
  }

  @Test
  void removesInspectorFilesAfterACrash() throws IOException {
    WatchedFile watched = watch("");
    write(watched, 0, "text");
    watched.settle(settled::add);
    assertThat(settled.get(0).after().file()).hasContent("text");
    assertThat(keptFiles()).isEqualTo(1);
    new PreImageStore(PreImageConfig.in(directory.resolve("kept")), FileCloner.NONE).close();
    assertThat(keptFiles()).isZero();
  }

  /** The new content of one change is the old content of the next, so two inspections share it. */
  @Test
  void keepsAContentFileUntilItsLastHolderReleasesIt() throws IOException {
    WatchedFile watched = watch("");
    write(watched, 0, "one");
    watched.settle(settled::add);
    write(watched, 3, " two");
    watched.settle(settled::add);
    Path shared = settled.get(1).before().file();
    settled.get(0).close();
    assertThat(shared).hasContent("one");
    settled.get(1).close();
    assertThat(shared).doesNotExist();
  }

  @Test
  void deletesSettledFileOnCloseAndKeepsContentForNextWrite() throws IOException {
    WatchedFile watched = watch("");
    write(watched, 0, "one");
    watched.settle(settled::add);
    Path made = settled.get(0).after().file();
    settled.get(0).close();
    assertThat(made).doesNotExist();
    write(watched, 3, " two");
    watched.settle(settled::add);
    assertThat(settled.get(1).before().file()).hasContent("one");
  }

  @Test
  void handsOverRunningChangeAfterItsWatcherCloses() throws IOException {
    WatchedFile watched = watch("old");
    watched.beginChange(0);
    watched.settle(settled::add);
    watched.close();
    Files.writeString(file, "newer");
    WatchedFile again = store.watch(KEY, file, false);
    watched.endChange();
    assertThat(text(settled.get(0).before())).isEqualTo("old");
    assertThat(text(settled.get(0).after())).isEqualTo("newer");
    settled.get(0).close();
    assertThat(store.counts().watchedFiles()).isEqualTo(1);
    again.close();
    assertThat(store.counts().watchedFiles()).isZero();
  }

  @Test
  void forgetsReleasedFileWhenItsLastChangeEnds() throws IOException {
    WatchedFile watched = watch("old");
    watched.beginChange(0);
    watched.close();
    assertThat(store.counts().watchedFiles()).isEqualTo(1);
    watched.endChange();
    assertThat(store.counts().watchedFiles()).isZero();
    assertThat(store.counts().keptBytes()).isZero();
  }

  /** The bytes of the two writers can no longer be distinguished. */
  @Test
  void reportsALostChangeWhenAnUnseenProcessWritesMeanwhile() throws IOException {
    WatchedFile watched = watch("old");
    watched.beginChange(3);
    watched.settle(settled::add);
    WatchedFile unseen = store.beginUnseen(KEY, file, 0);
    Files.writeString(file, "hidden");
    unseen.endChange();
    watched.endChange();
    assertThat(text(settled.get(0).before())).isEqualTo("old");
    assertThat(settled.get(0).after().problem()).contains("not recorded");
    write(watched, 6, ", seen");
    watched.settle(settled::add);
    assertThat(text(settled.get(1).before())).isEqualTo("hidden");
    assertThat(text(settled.get(1).after())).isEqualTo("hidden, seen");
  }

  @Test
  void skipsUnseenProcessesWhenTheContentIsNotNeeded() throws IOException {
    WatchedFile watched = watch("old");
    watched.close();
    assertThat(store.beginUnseen(KEY, file, 0)).isNull();
  }

  @Test
  void usesAClonerWhenPossible() throws IOException {
    store =
        new PreImageStore(
            PreImageConfig.in(directory.resolve("cloned")),
            (from, to) -> {
              Files.write(to, Files.readAllBytes(from));
              return true;
            });
    String content = "c".repeat(100_000);
    WatchedFile watched = watch(content);
    truncate(watched, 0);
    watched.settle(settled::add);
    assertThat(settled.get(0).before().bytes(100_000)).isEqualTo(content.getBytes(UTF_8));
    assertThat(store.counts().clones()).isEqualTo(1);
  }

  /** Linux reuses a descriptor's number for another file after it is closed. */
  @Test
  void clonesByPathOfUnseenProcessWhenOlderPathLeadsElsewhere() throws IOException {
    store =
        new PreImageStore(
            PreImageConfig.in(directory.resolve("cloned")),
            (from, to) -> {
              Files.write(to, Files.readAllBytes(from));
              return true;
            });
    String content = "c".repeat(100_000);
    Files.writeString(file, content);
    Path way = Files.createLink(directory.resolve("way"), file);
    WatchedFile watched = store.watch(KEY, way, false);
    watched.beginChange(100_000);
    Files.writeString(file, "more", StandardOpenOption.APPEND);
    watched.endChange();
    watched.settle(settled::add);
    watched.close();
    Files.delete(way);
    Files.writeString(way, "d".repeat(200_000));
    WatchedFile unseen = store.beginUnseen(KEY, file, 0);
    Files.writeString(file, "");
    unseen.endChange();
    assertThat(settled.get(0).before().bytes(100_000)).isEqualTo(content.getBytes(UTF_8));
    assertThat(store.counts().clones()).isEqualTo(1);
  }

  @Test
  void copiesWhenTheClonerFails() throws IOException {
    store =
        new PreImageStore(
            PreImageConfig.in(directory.resolve("cloned")),
            (from, to) -> {
              throw new IOException("not supported");
            });
    String content = "c".repeat(100_000);
    WatchedFile watched = watch(content);
    truncate(watched, 5);
    watched.settle(settled::add);
    assertThat(settled.get(0).before().bytes(100_000)).isEqualTo(content.getBytes(UTF_8));
    assertThat(settled.get(0).equalPrefixBytes()).isEqualTo(5);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.files.FileTree;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.sink.SinkOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies of a store, the original beside them, and older copies at the original's place. */
class StoreGenerationTest extends KernelFixture {
  private Path store;
  private Path copy;

  @BeforeEach
  void recordOnce() {
    store = temp.resolve("store");
    copy = temp.resolve("copy");
    assertThat(record(store)).isEmpty();
  }

  private KernelConfig.Builder config(Path directory) {
    return KernelConfig.builder(directory).seenStores(temp.resolve("seen"));
  }

  private Kernel open(Path directory) {
    return Kernel.open(config(directory).build());
  }

  /** Records an operation. Returns the losses that opening has found. */
  private List<String> record(Path directory) {
    try (Kernel kernel = open(directory)) {
      long unused = file(kernel.newSink("test", SinkOptions.DEFAULT), "/f" + kernel.lastLsn());
      return kernel.losses();
    }
  }

  private GenerationChain readChain(Path directory) {
    try (Kernel kernel = open(directory)) {
      return kernel.generation().chain();
    }
  }

  private static void replace(Path directory, Path by) throws IOException {
    FileTree.delete(directory);
    copyDirectory(by, directory);
  }

  @Test
  void copyAndOriginalUsedInTurnStayComplete() throws IOException {
    copyDirectory(store, copy);

    for (int turn = 0; turn < 3; turn++) {
      assertThat(record(copy)).isEmpty();
      assertThat(record(store)).isEmpty();
    }
    replace(temp.resolve("second"), copy);
    assertThat(record(temp.resolve("second"))).isEmpty();
    assertThat(record(copy)).isEmpty();
  }

  @Test
  void copyOfOpenStoreDoesNotMoveLsnsOfOriginal() throws IOException {
    try (Kernel kernel = open(store)) {
      copyDirectory(store, copy);
      Files.delete(copy.resolve("lock"));
      long lsn = kernel.lastLsn();
      assertThat(record(copy)).isEmpty();
      assertThat(kernel.lastLsn()).isEqualTo(lsn);
    }
    try (Kernel kernel = open(store)) {
      assertThat(kernel.losses()).isEmpty();
      assertThat(kernel.lastLsn()).isLessThan(1 << 20);
    }
  }

  @Test
  void beginsGenerationForCopyButNotForRenamedStore() throws IOException {
    GenerationChain original = readChain(store);
    copyDirectory(store, copy);
    GenerationChain copied = readChain(copy);
    Path renamed = Files.move(store, temp.resolve("renamed"));

    assertThat(readChain(renamed)).isEqualTo(original);
    assertThat(readChain(copy)).isEqualTo(copied);
    assertThat(copied.generations()).hasSize(2).startsWith(original.generations().get(0));
    assertThat(copied.toString()).startsWith(original + ",");
    assertThat(GenerationChain.parse(copied.toString())).isEqualTo(copied);
  }

  @Test
  void containsHistoryOfParentUpToTheBranchOnly() {
    GenerationChain chain =
        GenerationChain.parse("00000000000000aa@0,00000000000000bb@100,00000000000000cc@120");

    assertThat(chain.contains(0xaa, 100)).isTrue();
    assertThat(chain.contains(0xaa, 101)).isFalse();
    assertThat(chain.contains(0xbb, 120)).isTrue();
    assertThat(chain.contains(0xbb, 121)).isFalse();
    assertThat(chain.contains(0xcc, 1_000)).isTrue();
    assertThat(chain.contains(0xdd, 1)).isFalse();
    assertThat(chain.contains(0, 1_000)).isTrue();
    assertThatThrownBy(() -> GenerationChain.parse("aa@0")).hasMessageContaining("ID@LSN");
  }

  @Test
  void recordsGapOnceForOlderCopyAtSamePlace() throws IOException {
    copyDirectory(store, copy);
    record(store);
    replace(store, copy);

    assertThat(record(store)).anyMatch(each -> each.contains("is an older copy"));
    assertThat(record(store)).isEmpty();
    assertThat(record(copy)).isEmpty();
  }

  @Test
  void recordsGapWhenOlderFilesReplaceThoseOfSameDirectory() throws IOException {
    copyDirectory(store, copy);
    GenerationChain before = readChain(store);
    record(store);
    try (Stream<Path> files = Files.list(copy)) {
      for (Path each : files.filter(file -> !file.endsWith("VERSION")).toList()) {
        FileTree.delete(store.resolve(each.getFileName()));
        Files.deleteIfExists(store.resolve(each.getFileName()));
        if (Files.isDirectory(each)) {
          copyDirectory(each, store.resolve(each.getFileName()));
        } else {
          Files.copy(each, store.resolve(each.getFileName()));
        }
      }
    }

    assertThat(record(store)).isNotEmpty();
    assertThat(readChain(store)).isNotEqualTo(before);
  }

  @Test
  void countsMarksOfClosingAsNoLoss() throws IOException {
    copyDirectory(store, copy);
    readChain(store);
    readChain(store);
    replace(store, copy);

    assertThat(record(store)).isEmpty();
  }

  @Test
  void recordsGapForReplacementButNotForMarkedCopyAtSamePlace() throws IOException {
    long id;
    try (Kernel kernel = open(store)) {
      id = kernel.storeId();
    }
    copyDirectory(store, copy);
    Path replacement = temp.resolve("replacement");
    copyDirectory(store, replacement);
    record(store);
    StoreGeneration.mark(replacement, id, true);
    StoreGeneration.mark(copy, id, false);
    replace(store, copy);

    assertThat(record(replacement)).isNotEmpty();
    assertThat(record(replacement)).isEmpty();
    assertThat(record(store)).isEmpty();
    assertThat(record(store)).isEmpty();
  }

  @Test
  void assignsGenerationToStoreOfOlderVersion() throws IOException {
    Files.delete(store.resolve(StoreGeneration.FILE));

    assertThat(record(store)).isEmpty();
    assertThat(readChain(store).generations()).hasSize(1);
  }

  @Test
  void refusesDamagedAndForeignFile() throws IOException {
    Path file = store.resolve(StoreGeneration.FILE);
    byte[] bytes = Files.readAllBytes(file);
    record(copy);
    Files.copy(copy.resolve(StoreGeneration.FILE), temp.resolve("other"));
    bytes[bytes.length - 3] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> open(store)).hasMessageContaining("is damaged");
    Files.delete(file);
    Files.copy(temp.resolve("other"), file);
    assertThatThrownBy(() -> open(store)).hasMessageContaining("belongs to store");
  }

  @Test
  void archiveRefusesAnotherCopyThatHasOtherLsns() throws IOException {
    ArchiveConfig archive = new ArchiveConfig(temp.resolve("archive"), Duration.ofMillis(1));
    KernelConfig.Builder archived = config(store).archive(archive);
    Kernel.open(archived.build()).close();
    copyDirectory(store, copy);
    try (Kernel kernel = Kernel.open(archived.build())) {
      long unused = file(kernel.newSink("test", SinkOptions.DEFAULT), "/more");
    }

    record(copy);
    record(copy);
    try (Kernel other = Kernel.open(config(copy).archive(archive).build())) {
      assertThat(other.feeds().archiveStatus().orElseThrow().failure())
          .contains("another copy of this store", "archive.directory");
    }
    try (Kernel original = Kernel.open(archived.build())) {
      assertThat(original.feeds().archiveStatus().orElseThrow().failure()).isEmpty();
    }
  }

  @Test
  void followerRefusesCopyThatBranchedBeforeItsEnd() throws IOException {
    copyDirectory(store, copy);
    GenerationChain copied = readChain(copy);
    GenerationChain original = readChain(store);
    try (Kernel source = open(store);
        Kernel follower =
            Kernel.open(
                config(temp.resolve("follower"))
                    .following(new FeedOrigin(source.storeId(), source.owner()))
                    .build())) {
      StoreGeneration generation = follower.generation();
      generation.follow(original, 0);
      assertThat(generation.chain()).isEqualTo(original);
      long branchLsn = copied.generations().get(1).afterLsn();
      assertThatThrownBy(() -> generation.follow(copied, branchLsn + 1))
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FOREIGN))
          .hasMessageContaining("another copy of the store");
      generation.follow(copied, branchLsn);
      assertThatThrownBy(() -> generation.follow(original, branchLsn + 1))
          .hasMessageContaining("another copy of the store");
    }
  }
}

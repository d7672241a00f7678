// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.CheckedText;
import org.colophon.core.files.FileTree;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests parts of a store that were moved into another store. */
@Timeout(60)
class StoreIdentityTest {
  /** A durable adapter with a directory. */
  private static final class WithDirectory extends RecordingAdapter {
    @Override
    public Set<StorageCapability> capabilities() {
      return Set.of(StorageCapability.DURABLE);
    }

    @Override
    public StorageAdapter create(StorageConfig config) {
      try {
        Files.createDirectories(config.directory());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return super.create(config);
    }
  }

  @TempDir Path temp;
  private final WithDirectory ours = new WithDirectory();
  private Path store;
  private Path other;

  @BeforeEach
  void makeTwoStores() {
    store = temp.resolve("store");
    other = temp.resolve("other");
    record(store, ours);
    record(other, new WithDirectory());
  }

  private static void record(Path directory, RecordingAdapter adapter) {
    try (Kernel kernel = open(directory, adapter)) {
      KernelFixture.file(kernel.newSink("test", SinkOptions.DEFAULT), "/f");
    }
  }

  private static Kernel open(Path directory, RecordingAdapter adapter) {
    AdapterConfig config = new AdapterConfig("ours", adapter, Map.of());
    Path seen = directory.resolveSibling("seen");
    return Kernel.open(KernelConfig.builder(directory).adapter(config).seenStores(seen).build());
  }

  private static void replace(Path part, Path by) throws IOException {
    FileTree.delete(part);
    Files.deleteIfExists(part);
    if (Files.isDirectory(by)) {
      KernelFixture.copyDirectory(by, part);
    } else {
      Files.copy(by, part);
    }
  }

  private static String idOf(Path store) {
    return StoreIdentity.format(AttachedAdapters.load(store).storeId());
  }

  private void assertForeign(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FOREIGN))
        .hasMessageContaining(idOf(store))
        .hasMessageContaining(idOf(other));
  }

  @Test
  void refusesAdapterDirectoryOfAnotherStore() throws IOException {
    replace(store.resolve("ours"), other.resolve("ours"));

    assertForeign(() -> open(store, ours));
    assertForeign(() -> StoreDirectory.requireOwnParts(store, "ours"));
  }

  @Test
  void refusesJournalOfAnotherStore() throws IOException {
    replace(store.resolve("journal"), other.resolve("journal"));

    assertForeign(() -> open(store, ours));
    assertForeign(() -> StoreDirectory.requireOwnParts(store, "ours"));
  }

  @Test
  void refusesMarkOfAnotherStore() throws IOException {
    replace(store.resolve("synced"), other.resolve("synced"));

    assertForeign(() -> open(store, ours));
  }

  @Test
  void refusesListOfAdaptersOfAnotherStore() throws IOException {
    String id = idOf(store);
    replace(store.resolve("adapters"), other.resolve("adapters"));

    assertThatThrownBy(() -> open(store, ours)).hasMessageContaining(id);
  }

  @Test
  void refusesDirectoryWithoutMarkerOnceStoreHasAnId() throws IOException {
    Files.delete(store.resolve("ours/STORE_ID"));

    assertThatThrownBy(() -> open(store, ours)).hasMessageContaining("a store without an id");
  }

  @Test
  void readsIdFromJournalWhenListIsLost() throws IOException {
    String id = idOf(store);
    Files.delete(store.resolve("adapters"));
    record(store, ours);

    assertThat(idOf(store)).isEqualTo(id);
  }

  @Test
  void keepsIdWhenOlderVersionWroteLast() throws IOException {
    String id = idOf(store);
    String list = CheckedText.open(Files.readString(store.resolve("adapters")));
    Files.writeString(store.resolve("adapters"), list.replaceAll("store=.*\n", ""));
    removeIdFromJournal();

    record(store, ours);

    assertThat(idOf(store)).isEqualTo(id);
  }

  @Test
  void assignsIdToStoreWithoutOne() throws IOException {
    Files.delete(store.resolve("generation"));
    Files.delete(store.resolve("ours/STORE_ID"));
    Files.delete(store.resolve("synced"));
    String list = CheckedText.open(Files.readString(store.resolve("adapters")));
    Files.writeString(store.resolve("adapters"), list.replaceAll("store=.*\n", ""));
    removeIdFromJournal();

    record(store, ours);

    assertThat(store.resolve("ours/STORE_ID")).hasContent(idOf(store));
    record(store, ours);
  }

  /** A dead adapter keeps the journal from being released, so a new one gets all of it. */
  private Kernel openWithDeadAdapter(Path directory, RecordingAdapter adapter) {
    RecordingAdapter dead = new RecordingAdapter();
    dead.death = new ColophonException(ErrorCode.ADAPTER_FAILED, "dead");
    return Kernel.open(
        KernelConfig.builder(directory)
            .adapter(new AdapterConfig("live", adapter, Map.of()))
            .adapter(new AdapterConfig("dead", dead, Map.of()))
            .seenStores(temp.resolve("seen"))
            .build());
  }

  @Test
  void recordsGapWhenWholeStoreIsAnOlderCopy() throws IOException {
    Path third = temp.resolve("third");
    Path older = temp.resolve("older");
    openWithDeadAdapter(third, new RecordingAdapter()).close();
    KernelFixture.copyDirectory(third, older);
    try (Kernel kernel = openWithDeadAdapter(third, new RecordingAdapter())) {
      KernelFixture.file(kernel.newSink("test", SinkOptions.DEFAULT), "/lost");
    }
    FileTree.delete(third);
    KernelFixture.copyDirectory(older, third);
    RecordingAdapter restored = new RecordingAdapter();

    for (int start = 0; start < 2; start++) {
      openWithDeadAdapter(third, restored).close();
      assertThat(restored.seen(RecordType.GAP)).as("gaps, start %d", start).hasSize(1);
    }
  }

  private void removeIdFromJournal() throws IOException {
    try (var files = Files.list(store.resolve("journal"))) {
      for (Path segment : files.toList()) {
        byte[] bytes = Files.readAllBytes(segment);
        for (int i = 0; i < 4; i++) {
          bytes[12 + i] = 0;
          bytes[28 + i] = 0;
        }
        Files.write(segment, bytes);
      }
    }
  }
}

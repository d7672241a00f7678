// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.backup.StoreRestore;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.history.certified.LogCopy;
import org.colophon.history.index.HostAppliers;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the replacement of a host's store, as by a snapshot. */
class ReplacedHostStoreTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final StoreHost OWN = new StoreHost("b".repeat(32), "own");
  private static final String NEW = "of-the-new-store";

  @TempDir Path store;

  private HostStores hosts;
  private Path copy;
  private Path restored;

  @BeforeEach
  void prepare() throws IOException {
    hosts =
        new HostStores(
            store,
            OWN,
            ReplacedHostStoreTest::open,
            new StoreCapacity(16),
            System::nanoTime,
            host -> true,
            host -> false,
            host -> false,
            RemoteHosts.NONE,
            Map.of());
    copy = HostDirectory.of(store, WEB);
    hosts.follow(WEB, 1).close();
    restored = StoreRestore.beginReplacement(copy);
    open(restored, new FeedOrigin(1, WEB)).close();
    Files.createFile(restored.resolve(NEW));
  }

  @AfterEach
  void close() {
    hosts.close();
  }

  private static HostStore open(Path directory, FeedOrigin origin) {
    Kernel kernel =
        Kernel.open(
            KernelConfig.builder(directory)
                .following(origin == null ? new FeedOrigin(1, WEB) : origin)
                .adapter(
                    new AdapterConfig("memory", new MemoryStorageAdapterFactory(), Map.of(), 1))
                .build());
    return new HostStore(
        kernel, List.of(), "memory", () -> {}, new LogCopy(directory, kernel), () -> {});
  }

  @Test
  void refusesToReplaceStoreInUse() {
    try (HostAppliers.Lease used = hosts.follow(WEB, 1)) {
      assertThatThrownBy(() -> hosts.replace(WEB, 1, restored))
          .hasMessageContaining("requests use the store of host web");
      assertThat(copy.resolve(NEW)).doesNotExist();
      assertThat(used.applier().lastLsn()).isZero();
    }
    hosts.replace(WEB, 1, restored);
    assertThat(copy.resolve(NEW)).exists();
    assertThat(restored).doesNotExist();
    assertThat(HostDirectory.list(store)).containsExactly(WEB);
    hosts.follow(WEB, 1).close();
  }

  @Test
  void keepsStoreIfTheNewOneCannotBeOpened() throws IOException {
    Files.writeString(restored.resolve("VERSION"), "colophon store 2\n");
    assertThatThrownBy(() -> hosts.replace(WEB, 1, restored))
        .hasMessageContaining("colophon store 2");
    assertThat(copy.resolve(NEW)).doesNotExist();
    hosts.follow(WEB, 1).close();
  }
}

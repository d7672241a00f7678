// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AdapterRefill;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.state.KernelState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests emptying an adapter for a new fill, and which files stay unchanged. */
@Timeout(60)
class AdapterRenewalTest extends KernelFixture {
  /** An adapter with a directory. On request it fails to open a replacement. */
  private static final class Readable extends RecordingAdapter {
    private boolean isBroken;
    private Path predecessor;

    @Override
    public Set<StorageCapability> capabilities() {
      return Set.of(StorageCapability.READ, StorageCapability.DURABLE);
    }

    @Override
    public StorageAdapter createReplacement(StorageConfig config, Predecessor old) {
      predecessor = old.directory();
      if (isBroken) {
        throw new ColophonException(ErrorCode.STORE_FOREIGN, "there are other tables");
      }
      return new Readable();
    }

    @Override
    public LineageReader reader() {
      return EmptyReader.atLsn(heldLsn());
    }
  }

  private final Readable one = new Readable();
  private final Readable other = new Readable();
  private final AdapterConfig oneConfig = new AdapterConfig("one", one, Map.of());
  private final AdapterConfig otherConfig = new AdapterConfig("other", other, Map.of("key", "x"));

  private Path store() {
    return temp.resolve("store");
  }

  private Kernel open() {
    return Kernel.open(
        KernelConfig.builder(store()).adapter(oneConfig).adapter(otherConfig).build());
  }

  private void closeWithDirectory() throws IOException {
    Files.createDirectories(store().resolve("other"));
    Files.writeString(store().resolve("VERSION"), "colophon store 1\n");
    open().close();
    Files.writeString(store().resolve("other/data"), "old");
  }

  private AttachedAdapter listed() {
    return AttachedAdapters.load(store()).find("other").adapter();
  }

  private static void assertRefused(ErrorCode code, Runnable renewal) {
    assertThatThrownBy(renewal::run)
        .isInstanceOfSatisfying(
            ColophonException.class, thrown -> assertThat(thrown.code()).isEqualTo(code));
  }

  @Test
  void emptiedAdapterStaysAttachedWithItsOptions() throws IOException {
    closeWithDirectory();

    AdapterRefill.renew(store(), otherConfig);

    assertThat(other.predecessor.getFileName()).hasToString("other");
    assertThat(store().resolve("other")).doesNotExist();
    assertThat(listed())
        .isEqualTo(new AttachedAdapter("other", "recording", Map.of("key", "x"), 0));
    open().close();
  }

  @Test
  void changesNothingWhenAdapterCannotBeRebuilt() throws IOException {
    closeWithDirectory();
    AttachedAdapter before = listed();
    other.isBroken = true;

    assertRefused(ErrorCode.STORE_FOREIGN, () -> AdapterRefill.renew(store(), otherConfig));

    assertThat(store().resolve("other/data")).hasContent("old");
    assertThat(store().resolve("other.1")).doesNotExist();
    assertThat(listed()).isEqualTo(before);
  }

  @Test
  void refusesToEmptyAnAdapterThatIsUsedUnknownOrTheLast() throws IOException {
    assertRefused(ErrorCode.NOT_FOUND, () -> AdapterRefill.renew(store(), otherConfig));
    closeWithDirectory();
    try (Kernel kernel = open()) {
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
      assertRefused(ErrorCode.STORE_LOCKED, () -> AdapterRefill.renew(store(), otherConfig));
    }
    AdapterConfig unknown = new AdapterConfig("unknown", other, Map.of());
    assertRefused(ErrorCode.NOT_FOUND, () -> AdapterRefill.renew(store(), unknown));
    AttachedAdapters.detach(store(), "one");
    assertRefused(ErrorCode.BAD_REQUEST, () -> AdapterRefill.renew(store(), otherConfig));
    assertThat(store().resolve("other/data")).hasContent("old");
  }
}

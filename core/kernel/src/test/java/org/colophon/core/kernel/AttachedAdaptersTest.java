// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.CheckedText;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageCapability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the list of a store's adapters, and the removal of an adapter from it. */
@Timeout(60)
class AttachedAdaptersTest extends KernelFixture {
  private static final class Listed extends RecordingAdapter {
    private final Set<StorageCapability> capabilities;

    Listed(StorageCapability... capabilities) {
      this.capabilities = Set.of(capabilities);
    }

    @Override
    public Set<StorageCapability> capabilities() {
      return capabilities;
    }

    @Override
    public org.colophon.core.spi.storage.LineageReader reader() {
      return EmptyReader.atLsn(heldLsn());
    }
  }

  private final Listed one = new Listed(StorageCapability.READ, StorageCapability.DURABLE);
  private final Listed other = new Listed(StorageCapability.READ, StorageCapability.DURABLE);

  private Path store() {
    return temp.resolve("store");
  }

  private Kernel open(AdapterConfig... adapters) {
    KernelConfig.Builder builder = KernelConfig.builder(store());
    for (AdapterConfig adapter : adapters) {
      builder.adapter(adapter);
    }
    return Kernel.open(builder.build());
  }

  private static AdapterConfig named(String name, RecordingAdapter adapter) {
    return new AdapterConfig(name, adapter, Map.of("key", "a=b\nc"));
  }

  private static void record(Kernel kernel, String path) {
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    sink.objectAt(Bytes.of(path), ObjectKind.FILE, 0);
    sink.flush();
    kernel.drain();
  }

  private static ErrorCode codeOf(Throwable thrown) {
    return ((ColophonException) thrown).code();
  }

  @Test
  void listsDurableAdaptersInTheOrderInWhichTheyWereAttached() throws Exception {
    assertThat(AttachedAdapters.of(store())).isEmpty();
    try (Kernel kernel =
        open(named("zeta", one), named("alpha", other), named("m", new Listed()))) {
      assertThat(AttachedAdapters.of(store()))
          .extracting(AttachedAdapter::name)
          .containsExactly("zeta", "alpha");
      record(kernel, "/f");
    }
    assertThat(AttachedAdapters.of(store()))
        .contains(
            new AttachedAdapter("zeta", "recording", Map.of("key", "a=b\nc"), one.heldLsn()),
            new AttachedAdapter("alpha", "recording", Map.of("key", "a=b\nc"), other.heldLsn()));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(store().resolve("adapters"))))
        .isEqualTo("rw-------");
  }

  @Test
  void removesEntryAndDirectoryWhenDetached() throws Exception {
    open(named("one", one), named("other", other)).close();
    Files.createDirectories(store().resolve("other/deep"));
    Files.writeString(store().resolve("other/deep/file"), "data");
    AttachedAdapters.detach(store(), "other");
    assertThat(AttachedAdapters.of(store()))
        .extracting(AttachedAdapter::name)
        .containsExactly("one");
    assertThat(store().resolve("other")).doesNotExist();
    open(named("one", one)).close();
  }

  /** A pruning may have left an older directory, which must not be used again. */
  @Test
  void deletesAllDirectoriesOfADetachedAdapter() throws Exception {
    open(named("one", one), named("other", other)).close();
    for (String directory : new String[] {"other", "other.1", "other.2"}) {
      Files.createDirectories(store().resolve(directory));
    }
    Path list = store().resolve("adapters");
    Files.writeString(list, CheckedText.open(Files.readString(list)) + "other.folder=1\n");
    AttachedAdapters.detach(store(), "other");
    try (Stream<Path> files = Files.list(store())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(file -> file.startsWith("other"));
    }
  }

  @Test
  void keepsAnAdapterThatMayHoldTheOnlyCopy() throws Exception {
    open(named("one", one)).close();
    Files.createDirectories(store().resolve("one"));
    Path list = store().resolve("adapters");
    Files.writeString(list, CheckedText.open(Files.readString(list)) + "one.folder=1\n");
    AttachedAdapters.load(store()).deleteLeftovers();
    assertThat(store().resolve("one")).exists();
    Files.createDirectories(store().resolve("one.1"));
    AttachedAdapters.load(store()).deleteLeftovers();
    assertThat(store().resolve("one")).doesNotExist();
    assertThat(store().resolve("one.1")).exists();
  }

  @Test
  void rewritesTheListAfterAFailure() throws Exception {
    open(named("one", one)).close();
    AttachedAdapters attached = AttachedAdapters.load(store());
    Files.createDirectories(store().resolve("adapters.new/obstacle"));
    attached.moveDirectory("one", 1);
    assertThatThrownBy(attached::save)
        .satisfies(thrown -> assertThat(codeOf(thrown)).isEqualTo(ErrorCode.IO_FAILED));
    attached.moveDirectory("one", -1);
    Files.delete(store().resolve("adapters.new/obstacle"));
    Files.delete(store().resolve("adapters.new"));
    Files.delete(store().resolve("adapters"));
    attached.save();
    assertThat(store().resolve("adapters")).exists();
  }

  @Test
  void refusesToDetachAnUnknownLastOrUsedAdapter() {
    try (Kernel kernel = open(named("one", one), named("other", other))) {
      record(kernel, "/f");
      assertThatThrownBy(() -> AttachedAdapters.detach(store(), "other"))
          .satisfies(thrown -> assertThat(codeOf(thrown)).isEqualTo(ErrorCode.STORE_LOCKED));
    }
    assertThatThrownBy(() -> AttachedAdapters.detach(store(), "two"))
        .hasMessageContaining("only one, other")
        .satisfies(thrown -> assertThat(codeOf(thrown)).isEqualTo(ErrorCode.NOT_FOUND));
    AttachedAdapters.detach(store(), "one");
    assertThatThrownBy(() -> AttachedAdapters.detach(store(), "other"))
        .hasMessageContaining("no other readable adapter")
        .satisfies(thrown -> assertThat(codeOf(thrown)).isEqualTo(ErrorCode.BAD_REQUEST));
    assertThatThrownBy(() -> AttachedAdapters.detach(temp.resolve("none"), "one"))
        .satisfies(thrown -> assertThat(codeOf(thrown)).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(temp.resolve("none")).doesNotExist();
  }

  @Test
  void explainsADamagedListAndRejectsAnotherEngine() throws Exception {
    open(named("one", one)).close();
    String before = CheckedText.open(Files.readString(store().resolve("adapters")));
    Files.writeString(store().resolve("adapters"), before.replaceAll("one.held=.*", "one.held=x"));
    assertThatThrownBy(() -> AttachedAdapters.of(store()))
        .hasMessageContaining("delete it")
        .satisfies(thrown -> assertThat(codeOf(thrown)).isEqualTo(ErrorCode.STORE_CORRUPT));
    Files.writeString(
        store().resolve("adapters"), before.replace("one.engine=recording", "one.engine=neo4j"));
    assertThatThrownBy(() -> open(named("one", one))).hasMessageContaining("of engine neo4j");
    Files.delete(store().resolve("adapters"));
    open(named("one", one)).close();
    assertThat(AttachedAdapters.of(store())).hasSize(1);
  }
}

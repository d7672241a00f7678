// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.reporters.fuse.scope.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the names of files below the mount and below the source. */
class RecordedNamesTest {
  private static final Bytes FILE = Bytes.of("/f");
  private static final Bytes OTHER = Bytes.of("/g");

  @TempDir Path directory;
  private Kernel kernel;
  private long one;
  private long another;

  @BeforeEach
  void open() {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel =
        Kernel.open(
            KernelConfig.builder(directory.resolve("store"))
                .adapter(AdapterConfig.of(memory))
                .build());
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private static ObjectDeclaration file(long inode) {
    Bytes identity = new FileIdentity(1, inode, 1).ofHost("host");
    return new ObjectDeclaration(ObjectKind.FILE, identity, Bytes.EMPTY);
  }

  private interface Change {
    void make(RecordedNames names, OperationSink sink);
  }

  /** Applies a change to the names of two files. The first file is {@link #FILE}. */
  private void make(Change change) throws Exception {
    run(
        sink -> {
          Scope all = new Scope(List.of(), List.of(), List.of());
          RecordedNames names = new RecordedNames(all, Bytes.of("/source"), Bytes.of("/mount"));
          one = names.objectAt(FILE, file(1), sink);
          another = names.objectAt(null, file(2), sink);
          change.make(names, sink);
          sink.flush();
        });
  }

  private void run(Consumer<OperationSink> work) throws Exception {
    Reporter reporter =
        new Reporter() {
          @Override
          public void run(ReporterContext context) {
            work.accept(context.newSink());
          }

          @Override
          public void stop() {}
        };
    ReporterHandle handle = kernel.attach("names", reporter, SinkOptions.DEFAULT);
    handle.await();
    assertThat(handle.failure()).isEmpty();
    kernel.drain();
  }

  /** Returns the object of a name. Checks that it is the same below the mount and the source. */
  private long named(Bytes path) {
    long below = kernel.reader("memory").resolve(Bytes.of("/mount").concat(path), Lsn.LATEST);
    long source = kernel.reader("memory").resolve(Bytes.of("/source").concat(path), Lsn.LATEST);
    assertThat(below).isEqualTo(source);
    return below;
  }

  /** Simulates a file system that records no birth times. */
  @Test
  void identifiesFileWithoutIdentityByEitherName() throws Exception {
    ObjectDeclaration nameless = ObjectDeclaration.of(ObjectKind.FILE);
    long[] found = new long[3];
    make(
        (names, sink) -> {
          found[0] = names.objectAt(OTHER, nameless, sink);
          found[1] = names.objectAt(OTHER, nameless, sink);
          long known = sink.objectAt(Bytes.of("/source/h"), nameless, 0);
          found[2] = names.objectAt(Bytes.of("/h"), nameless, sink) - known;
        });

    assertThat(named(OTHER)).isEqualTo(found[0]).isEqualTo(found[1]).isNotEqualTo(one);
    assertThat(named(Bytes.of("/h"))).isNotZero();
    assertThat(found[2]).isZero();
  }

  @Test
  void restoresMissingName() throws Exception {
    make((names, sink) -> names.again(OTHER, another, false, sink));

    assertThat(named(OTHER)).isEqualTo(another);
    assertThat(named(FILE)).isEqualTo(one);
  }

  @Test
  void keepsNameThatWasNotLookedUp() throws Exception {
    make((names, sink) -> names.again(FILE, another, false, sink));

    assertThat(named(FILE)).isEqualTo(one).isNotEqualTo(another);
  }

  @Test
  void rebindsNameThatWasLookedUp() throws Exception {
    make((names, sink) -> names.again(FILE, another, true, sink));

    assertThat(named(FILE)).isEqualTo(another).isNotEqualTo(one);
  }

  @Test
  void skipsRepeatedDeclarations() throws Exception {
    make((names, sink) -> names.again(FILE, one, true, sink));

    assertThat(kernel.reader("memory").namesOf(one)).hasSize(2);
  }
}

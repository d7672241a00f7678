// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a store whose files have identities of the earlier form. */
class EarlierIdentityTest {
  @TempDir private Path directory;

  private static ObjectDeclaration file(Bytes identity) {
    return new ObjectDeclaration(ObjectKind.FILE, identity, Bytes.EMPTY);
  }

  @Test
  void givesFileOfEarlierStoreItsPresentIdentity() {
    Bytes path = Bytes.of("/f");
    Bytes earlier = Identities.of("inode", "host", "7", "1", "1");
    AdapterConfig store = new AdapterConfig("store", new RocksDbStorageAdapterFactory(), Map.of());
    KernelConfig config = KernelConfig.builder(directory).adapter(store).build();
    ObjectDeclaration present = file(new FileIdentity(7, 1, 1).ofHost("host"));
    long file;
    try (Kernel kernel = Kernel.open(config)) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      ObjectDeclaration declaration = new ObjectDeclaration(ObjectKind.FILE, earlier, Bytes.EMPTY);
      file = sink.objectAt(path, declaration, 0);
      sink.flush();
      kernel.drain();
    }
    try (Kernel kernel = Kernel.open(config)) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      assertThat(sink.objectAt(path, present, 0)).isEqualTo(file);
      assertThat(sink.objectAt(path, present, 0)).isEqualTo(file);
      sink.flush();
      kernel.drain();
      assertThat(kernel.reader("store").objectByIdentity(present.identity())).isEqualTo(file);
      kernel.reader("store").cuts(file, (process, begin, end, time) -> fail("cut by " + process));
    }
  }
}

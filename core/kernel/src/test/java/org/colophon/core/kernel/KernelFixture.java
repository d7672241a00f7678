// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.io.TempDir;

/** A store in a temporary directory, and helpers that the kernel's tests share. */
abstract class KernelFixture {
  static final SinkOptions KEEP_ALL = new SinkOptions(true, OverloadPolicy.BLOCK);

  @TempDir Path temp;

  KernelConfig.Builder config(RecordingAdapter... adapters) {
    KernelConfig.Builder builder = KernelConfig.builder(temp.resolve("store"));
    for (int i = 0; i < adapters.length; i++) {
      builder.adapter(new AdapterConfig("recording" + i, adapters[i], java.util.Map.of()));
    }
    return builder;
  }

  static long process(OperationSink sink) {
    return sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cat"), 0), 0);
  }

  static long file(OperationSink sink, String path) {
    return sink.objectAt(Bytes.of(path), ObjectKind.FILE, 0);
  }

  /** Simulates the deletion of the store in use: the next segment cannot be created. */
  void breakJournal() throws Exception {
    Files.move(temp.resolve("store/journal"), temp.resolve("gone"));
  }

  static void copyDirectory(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(file.getFileName());
        if (Files.isDirectory(file)) {
          copyDirectory(file, copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }
}

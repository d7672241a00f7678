// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.junit.jupiter.api.Test;

class WatchedReaderTest {
  @Test
  void answersUntilTheStatementIsEnded() {
    IllegalStateException ended = new IllegalStateException("ended");
    AtomicBoolean isEnded = new AtomicBoolean();
    try (StorageAdapter adapter =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")))) {
      adapter.open();
      LineageReader reader =
          WatchedReader.of(
              adapter.reader(),
              () -> {
                if (isEnded.get()) {
                  throw ended;
                }
              });
      assertThat(reader.lastProcess()).isZero();
      assertThatThrownBy(() -> reader.operations(0, 0, null))
          .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
      LineageReader view = reader.until(1);
      isEnded.set(true);
      assertThatThrownBy(reader::lastProcess).isSameAs(ended);
      assertThatThrownBy(view::lastProcess).isSameAs(ended);
    }
  }
}

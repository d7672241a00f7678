// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.PropertyDefaults;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.answers.AnswerContract;

@PropertyDefaults(tries = 8)
class RocksDbAnswerProperties extends AnswerContract {
  @Override
  protected StorageAdapter create(Path directory) {
    return new RocksDbStorageAdapterFactory()
        .create(new StorageConfig(directory, Map.of("buffer-operations", "20")));
  }
}

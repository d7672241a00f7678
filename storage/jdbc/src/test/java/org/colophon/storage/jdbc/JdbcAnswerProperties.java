// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.PropertyDefaults;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.answers.AnswerContract;

@PropertyDefaults(tries = 6)
class JdbcAnswerProperties extends AnswerContract {
  @Override
  protected StorageAdapter create(Path directory) {
    return new JdbcStorageAdapterFactory()
        .create(new StorageConfig(directory, Map.of("batch-operations", "20")));
  }
}

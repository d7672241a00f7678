// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Neo4jConfigTest {
  private static final Path DIRECTORY = Path.of("directory");

  private static Neo4jConfig with(Map<String, String> options) {
    return Neo4jConfig.of(new StorageConfig(DIRECTORY, options));
  }

  @Test
  void hasDocumentedDefaults() {
    Neo4jConfig config = with(Map.of());
    assertThat(config.directory()).isEqualTo(DIRECTORY);
    assertThat(config.batchOperations()).isEqualTo(8000);
    assertThat(config.batchMillis()).isEqualTo(1000);
    assertThat(config.rememberedIds()).isEqualTo(1 << 20);
    assertThat(config.readCacheBytes()).isEqualTo(64L << 20);
    assertThat(config.pageCacheBytes()).isEqualTo(64L << 20);
    assertThat(config.transactionBytes()).isEqualTo(512L << 20);
  }

  @Test
  void acceptsEveryOption() {
    Neo4jConfig config =
        with(
            Map.of(
                "batch-operations", "1k",
                "batch-millis", "20",
                "remembered-ids", "3",
                "read-cache-bytes", "0",
                "page-cache-bytes", "8M",
                "transaction-bytes", "1g"));
    assertThat(config.batchOperations()).isEqualTo(1024);
    assertThat(config.batchMillis()).isEqualTo(20);
    assertThat(config.rememberedIds()).isEqualTo(3);
    assertThat(config.readCacheBytes()).isZero();
    assertThat(config.pageCacheBytes()).isEqualTo(8L << 20);
    assertThat(config.transactionBytes()).isEqualTo(1L << 30);
  }

  @Test
  void showsEveryOptionWithAValidDefault() {
    for (PluginOption option : Neo4jConfig.OPTIONS) {
      assertThat(with(Map.of(option.name(), option.defaultValue()))).isEqualTo(with(Map.of()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "batch-operations,0",
    "batch-operations,100m",
    "batch-millis,0",
    "remembered-ids,1g",
    "read-cache-bytes,-1",
    "page-cache-bytes,1m",
    "transaction-bytes,1t",
    "transaction-bytes,17179869185g",
    "transaction-bytes,''"
  })
  void rejectsValueOutOfRange(String name, String value) {
    assertThatThrownBy(() -> with(Map.of(name, value)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining(name)
        .hasMessageContaining("'" + value + "'");
  }

  @Test
  void ignoresFormerOptionThatAllowedBoltClientsToWrite() {
    assertThat(with(Map.of("bolt-write", "true")).mayWrite()).isFalse();
  }
}

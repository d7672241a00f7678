// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

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
import org.rocksdb.CompressionType;

class RocksDbConfigTest {
  private static final Path DIRECTORY = Path.of("directory");

  private static RocksDbConfig with(Map<String, String> options) {
    return RocksDbConfig.of(new StorageConfig(DIRECTORY, options));
  }

  @Test
  void hasDocumentedDefaults() {
    assertThat(with(Map.of()))
        .isEqualTo(
            new RocksDbConfig(
                DIRECTORY,
                131_072,
                64L << 20,
                32L << 20,
                4L << 20,
                CompressionType.ZSTD_COMPRESSION,
                2));
  }

  @Test
  void acceptsEveryOption() {
    assertThat(
            with(
                Map.of(
                    "buffer-operations", "1000",
                    "read-cache-bytes", "1m",
                    "block-cache-bytes", "2M",
                    "memtable-bytes", "3m",
                    "compression", "lz4",
                    "background-jobs", "1")))
        .isEqualTo(
            new RocksDbConfig(
                DIRECTORY, 1000, 1 << 20, 2 << 20, 3 << 20, CompressionType.LZ4_COMPRESSION, 1));
    assertThat(with(Map.of("compression", "none")).compression())
        .isEqualTo(CompressionType.NO_COMPRESSION);
  }

  @Test
  void showsEveryOptionWithAValidDefault() {
    for (PluginOption option : RocksDbConfig.OPTIONS) {
      assertThat(with(Map.of(option.name(), option.defaultValue()))).isEqualTo(with(Map.of()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "buffer-operations,0",
    "buffer-operations,100m",
    "read-cache-bytes,-1",
    "block-cache-bytes,1t",
    "memtable-bytes,1k",
    "compression,snappy",
    "background-jobs,many",
    "background-jobs,''"
  })
  void rejectsValueOutOfRange(String name, String value) {
    assertThatThrownBy(() -> with(Map.of(name, value)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining(name)
        .hasMessageContaining("'" + value + "'");
  }
}

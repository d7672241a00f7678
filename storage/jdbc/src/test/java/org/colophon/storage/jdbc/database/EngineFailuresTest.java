// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineFailuresTest {
  private static Engine engine(Map<String, String> options) {
    return Engine.of(JdbcConfig.of(new StorageConfig(Path.of("directory"), options)));
  }

  @ParameterizedTest
  @CsvSource({
    "08006,ADAPTER_BUSY",
    "57P01,ADAPTER_BUSY",
    "53300,ADAPTER_BUSY",
    "40001,ADAPTER_BUSY",
    "53100,DISK_FULL",
    "28P01,NOT_PERMITTED",
    "42501,NOT_PERMITTED",
    "3D000,NOT_FOUND",
    "XX001,STORE_CORRUPT",
    "22001,ADAPTER_FAILED"
  })
  void translatesErrorsOfPostgresToCodes(String state, ErrorCode code) {
    Engine engine = engine(Map.of("url", "jdbc:postgresql://h/d"));
    assertThat(engine.translate(new SQLException("no", state), "writing").code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "90020,STORE_LOCKED",
    "90030,STORE_CORRUPT",
    "90048,STORE_TOO_NEW",
    "90031,IO_FAILED",
    "90000,ADAPTER_FAILED"
  })
  void translatesErrorsOfH2ToCodes(int number, ErrorCode code) {
    SQLException said = new SQLException("no", "HY000", number);
    assertThat(engine(Map.of()).translate(said, "writing").code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"90028,DISK_FULL", "50000,DISK_FULL"})
  void reportsAFullDiskInsideWrappedExceptions(int number, ErrorCode code) {
    IOException full = new IOException("No space left on device");
    SQLException said = new SQLException("no", "HY000", number, new IllegalStateException(full));
    assertThat(engine(Map.of()).translate(said, "writing").code()).isEqualTo(code);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class RocksFailuresTest {
  @ParameterizedTest
  @CsvSource({
    "IOError, NoSpace, while appending, DISK_FULL",
    "IOError, None, No space left on device, DISK_FULL",
    "IOError, None, While lock file: /s/LOCK: Resource temporarily unavailable, STORE_LOCKED",
    "IOError, None, While open /s/000004.sst: No such file or directory, STORE_CORRUPT",
    "IOError, None, While fsync: Input/output error, IO_FAILED",
    "Corruption, None, block checksum mismatch, STORE_CORRUPT",
    "Busy, None, busy, ADAPTER_BUSY",
    "Incomplete, None, write stall, ADAPTER_BUSY",
    "TryAgain, None, again, ADAPTER_BUSY",
    "NotSupported, None, no, ADAPTER_FAILED"
  })
  void reportsCausePlaceAndRemedy(
      Status.Code code, Status.SubCode subCode, String state, ErrorCode expected) {
    RocksDBException failure = new RocksDBException(state, new Status(code, subCode, state));
    ColophonException translated = RocksFailures.translate(failure, Path.of("/s"), "writing");
    assertThat(translated.code()).isEqualTo(expected);
    assertThat(translated)
        .hasMessageStartingWith("writing the adapter in /s failed")
        .hasCause(failure);
  }

  @Test
  void doesNotReportADirectoryNameAsAProblem() {
    Path directory = Path.of("/srv/no space/lockbox");
    RocksDBException failure =
        new RocksDBException(
            "While open " + directory + "/000004.sst: No such file or directory",
            new Status(Status.Code.IOError, Status.SubCode.None, ""));
    assertThat(RocksFailures.translate(failure, directory, "reading").code())
        .isEqualTo(ErrorCode.STORE_CORRUPT);
  }

  @ParameterizedTest
  @CsvSource({"Aborted, true", "InvalidArgument, true", "IOError, false", "Corruption, false"})
  void reportsWhetherRocksDbReplacesTheFiles(Status.Code code, boolean expected) {
    RocksDBException failure =
        new RocksDBException("files", new Status(code, Status.SubCode.None, "files"));
    assertThat(RocksFailures.areFilesTaken(failure)).isEqualTo(expected);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.nio.file.Path;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.storage.rocksdb.damage.LostFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translates RocksDB's errors, with advice. */
final class RocksFailures {
  private RocksFailures() {}

  static ColophonException translate(RocksDBException failure, Path directory, String doing) {
    ErrorCode code = code(failure, directory);
    String advice =
        switch (code) {
          case STORE_LOCKED ->
              "another process is writing this adapter; wait for it to end, or read meanwhile";
          case DISK_FULL -> "the disk is full; make room and try again";
          case ADAPTER_BUSY -> "RocksDB is busy; the same call may work in a moment";
          case STORE_CORRUPT -> "stored bytes are damaged; " + LostFile.ADVICE;
          default -> "check the directory and its disk";
        };
    return new ColophonException(
        code,
        doing + " the adapter in " + directory + " failed: " + failure.getMessage() + "; " + advice,
        failure);
  }

  /** Returns whether RocksDB itself is replacing the files, or has replaced them. */
  static boolean areFilesTaken(RocksDBException failure) {
    Status status = failure.getStatus();
    return status != null
        && switch (status.getCode()) {
          case Aborted, InvalidArgument, Busy, TryAgain -> true;
          default -> false;
        };
  }

  private static ErrorCode code(RocksDBException failure, Path directory) {
    Status status = failure.getStatus();
    String text = String.valueOf(failure.getMessage());
    if (text.contains(directory.resolve("LOCK").toString())) {
      return ErrorCode.STORE_LOCKED;
    }
    String message = text.replace(directory.toString(), "").toLowerCase(Locale.ROOT);
    if (message.contains("no space") || isNoSpace(status)) {
      return ErrorCode.DISK_FULL;
    }
    if (status == null) {
      return ErrorCode.ADAPTER_FAILED;
    }
    return switch (status.getCode()) {
      case Corruption -> ErrorCode.STORE_CORRUPT;
      case Busy, Incomplete, TryAgain, TimedOut -> ErrorCode.ADAPTER_BUSY;
      case IOError ->
          message.contains("no such file") ? ErrorCode.STORE_CORRUPT : ErrorCode.IO_FAILED;
      case InvalidArgument -> ErrorCode.STORE_FOREIGN;
      default -> ErrorCode.ADAPTER_FAILED;
    };
  }

  private static boolean isNoSpace(Status status) {
    return status != null && status.getSubCode() == Status.SubCode.NoSpace;
  }
}

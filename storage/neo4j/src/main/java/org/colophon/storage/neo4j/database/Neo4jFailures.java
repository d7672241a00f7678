// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.TransientFailureException;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.memory.MemoryLimitExceededException;

/** Translates Neo4j's errors, with advice. */
public final class Neo4jFailures {
  private Neo4jFailures() {}

  /**
   * Translates a failure.
   *
   * @param doing names the activity, such as "writing"
   */
  public static ColophonException translate(Throwable failure, Path directory, String doing) {
    if (failure instanceof ColophonException translated) {
      return translated;
    }
    ErrorCode code = code(failure);
    return new ColophonException(
        code,
        "%s the graph in %s failed: %s; %s"
            .formatted(doing, directory, reason(failure), advice(code, failure)),
        failure);
  }

  private static String advice(ErrorCode code, Throwable failure) {
    if (reason(failure).contains("in use")) {
      return "another program listens there; choose another address by the option bolt";
    }
    if (isOutOfMemory(failure)) {
      return "all transactions, of statements and of the writer, share transaction-bytes: if"
          + " no large statement runs at the moment, increase that option";
    }
    return switch (code) {
      case STORE_LOCKED -> "another program has this database open; wait for it to end";
      case DISK_FULL -> "the disk is full; make room and open the store again";
      case ADAPTER_BUSY -> "the same call may work in a moment";
      case STORE_CORRUPT -> "the database is damaged; detach the adapter and attach it again";
      default -> "check the directory and its disk";
    };
  }

  private static boolean isOutOfMemory(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof MemoryLimitExceededException) {
        return true;
      }
    }
    return false;
  }

  private static ErrorCode code(Throwable failure) {
    ErrorCode found = ErrorCode.ADAPTER_FAILED;
    for (Throwable each = failure; each != null; each = each.getCause()) {
      ErrorCode code = codeOf(each);
      if (code == ErrorCode.DISK_FULL) {
        return code; // it may be wrapped in a transient failure
      }
      found = code == null ? found : code;
    }
    return found;
  }

  private static @Nullable ErrorCode codeOf(Throwable failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("no space left") || message.contains("file too large")) {
      return ErrorCode.DISK_FULL;
    }
    String type = failure.getClass().getSimpleName();
    if (type.contains("FileLock") || type.contains("StoreLock")) {
      return ErrorCode.STORE_LOCKED;
    }
    if (type.contains("Corrupt") || type.contains("InconsistentData")) {
      return ErrorCode.STORE_CORRUPT;
    }
    if (isTransient(failure)) {
      return ErrorCode.ADAPTER_BUSY;
    }
    return failure instanceof IOException ? ErrorCode.IO_FAILED : null;
  }

  private static boolean isTransient(Throwable failure) {
    return failure instanceof TransientFailureException
        || (failure instanceof Status.HasStatus status
            && status.status().code().classification() == Status.Classification.TransientError);
  }

  /** Returns the innermost message, which is the most specific. */
  private static String reason(Throwable failure) {
    String reason = failure.toString();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      reason = each.getMessage() == null ? reason : each.getMessage();
    }
    return reason;
  }
}

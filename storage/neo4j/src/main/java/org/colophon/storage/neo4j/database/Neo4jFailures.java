package org.colophon.storage.neo4j.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.neo4j.graphdb.TransientFailureException;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.memory.MemoryLimitExceededException;

/** Says in Colophon's terms what Neo4j's errors mean, and what to do about them. */
public final class Neo4jFailures {
  private Neo4jFailures() {}

  /**
   * What to throw for a failure.
   *
   * @param doing what was being done, such as "writing"
   */
  public static ColophonException translate(Throwable failure, Path folder, String doing) {
    if (failure instanceof ColophonException translated) {
      return translated;
    }
    ErrorCode code = code(failure);
    return new ColophonException(
        code,
        "%s the graph in %s failed: %s; %s"
            .formatted(doing, folder, reason(failure), advice(code, failure)),
        failure);
  }

  private static String advice(ErrorCode code, Throwable failure) {
    if (reason(failure).contains("in use")) {
      return "another program listens there; choose another address by the option bolt";
    }
    if (isOutOfMemory(failure)) {
      return "all transactions, of statements and of the writer, share transaction-bytes: if"
          + " nobody asks for much at this moment, set that option higher";
    }
    return switch (code) {
      case STORE_LOCKED -> "another program has this database open; wait for it to end";
      case DISK_FULL -> "the disk is full; make room and open the store again";
      case ADAPTER_BUSY -> "the same call may work in a moment";
      case STORE_CORRUPT -> "the database is damaged; detach the adapter and attach it again";
      default -> "check the folder and its disk";
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
        return code; // it may have made a transient failure of another kind of itself
      }
      found = code == null ? found : code;
    }
    return found;
  }

  private static ErrorCode codeOf(Throwable failure) {
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

  /** The innermost message, which says most. */
  private static String reason(Throwable failure) {
    String reason = failure.toString();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      reason = each.getMessage() == null ? reason : each.getMessage();
    }
    return reason;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Describes failures of the file system to users, without the names of Java's exceptions. */
public final class IoFailure {
  private static final String DISK_FULL = "the disk is full; make room and try again";

  private IoFailure() {}

  /**
   * Returns the exception for a failure.
   *
   * @param doing the attempt as an infinitive, such as {@code read}
   * @param what the file or other resource
   */
  public static ColophonException of(String doing, Object what, IOException e) {
    return new ColophonException(code(e), "cannot %s %s: %s".formatted(doing, what, reason(e)), e);
  }

  /** Returns the reason of a failure as text for users. */
  public static String reason(IOException e) {
    if (isDiskFull(e)) {
      return DISK_FULL;
    }
    if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
      return "there is no such file: " + e.getMessage();
    }
    if (e instanceof AccessDeniedException) {
      return "not permitted: " + e.getMessage();
    }
    if (e instanceof FileAlreadyExistsException) {
      return "there is such a file already: " + e.getMessage();
    }
    if (e instanceof NotDirectoryException) {
      return "not a directory: " + e.getMessage();
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "the directory is not empty: " + e.getMessage();
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason() + ": " + failure.getFile();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Returns the reason of any failure as text for users. */
  public static String reason(@Nullable Throwable failure) {
    if (failure instanceof UncheckedIOException) {
      return reason(failure.getCause());
    }
    if (failure instanceof IOException io) {
      return reason(io);
    }
    return failure == null ? "unknown" : String.valueOf(failure.getMessage());
  }

  /** Returns NOT_PERMITTED, DISK_FULL or IO_FAILED. */
  public static ErrorCode code(IOException e) {
    if (isDiskFull(e)) {
      return ErrorCode.DISK_FULL;
    }
    return e instanceof AccessDeniedException ? ErrorCode.NOT_PERMITTED : ErrorCode.IO_FAILED;
  }

  /** Returns true if the device or the user's quota on it is full. */
  public static boolean isDiskFull(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("No space left") || message.contains("quota");
  }
}

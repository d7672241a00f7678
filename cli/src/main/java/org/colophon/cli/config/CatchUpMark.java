// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/**
 * A file in a store with the id of a process that has opened the store only to bring an adapter up
 * to date. Other processes wait for that process. The file may outlast the process, so it counts
 * only while the process has the store open.
 */
public final class CatchUpMark {
  private static final String PREFIX = "catching-up.";
  private static final Pattern HOLDER = Pattern.compile(" process ([0-9]+)");
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private CatchUpMark() {}

  /** Runs a task that opens the store. Marks the store meanwhile. */
  public static <T> T around(Path store, Supplier<T> catchUp) {
    Path file = store.resolve(PREFIX + ProcessHandle.current().pid());
    try {
      set(file);
      return catchUp.get();
    } finally {
      delete(file);
    }
  }

  private static void set(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.createFile(file, PrivateFiles.FILE);
    } catch (IOException e) {
      // Without the file, other processes do not wait.
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The process with this id no longer has the store open.
    }
  }

  /**
   * Opens a store. While another process only brings an adapter up to date, retries for some
   * seconds.
   *
   * @param remarks receives a remark if the call waits
   */
  public static <T> T patiently(Path store, Supplier<T> opening, Consumer<String> remarks) {
    long begun = System.nanoTime();
    boolean isTold = false;
    while (true) {
      try {
        return opening.get();
      } catch (ColophonException e) {
        if (System.nanoTime() - begun > TIMEOUT_NANOS || !isCatchingUp(store, e)) {
          throw e;
        }
        if (!isTold) {
          remarks.accept(e.getMessage() + ", which brings an adapter up to date; waiting for it");
          isTold = true;
        }
      }
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private static boolean isCatchingUp(Path store, ColophonException refusal) {
    Matcher holder = HOLDER.matcher(refusal.getMessage());
    return refusal.code() == ErrorCode.STORE_LOCKED
        && holder.find()
        && Files.exists(store.resolve(PREFIX + holder.group(1)));
  }
}

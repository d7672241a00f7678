// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Describes the process that has opened a store for writing, for a process that cannot open the
 * store because of it.
 */
public final class StoreWriter {
  private static final DateTimeFormatter SINCE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private StoreWriter() {}

  /**
   * Adds advice to an exception if its cause is that another process writes.
   *
   * @return the given exception if it has another cause
   */
  public static ColophonException explain(Path store, ColophonException refusal) {
    if (refusal.code() != ErrorCode.STORE_LOCKED) {
      return refusal;
    }
    String message = refusal.getMessage();
    String advice =
        ServiceAddress.of(store)
            .filter(service -> (message + " ").contains(" process " + service.pid() + " "))
            .map(StoreWriter::serviceAdvice)
            .orElse(
                since(store)
                    + "; wait until it ends, use another store with --store DIR, or run a service,"
                    + " to which any number of traces report: colophon serve");
    return ErrorCode.STORE_LOCKED.exception(message + advice, refusal);
  }

  /**
   * Returns the time at which the writer opened the store, which is the time of the writer's file.
   */
  private static String since(Path store) {
    try {
      FileTime opened = Files.getLastModifiedTime(store.resolve("writer"));
      LocalDateTime local = LocalDateTime.ofInstant(opened.toInstant(), ZoneId.systemDefault());
      return " since " + SINCE.format(local);
    } catch (IOException e) {
      return ""; // the writer has just ended, or its file cannot be read
    }
  }

  private static String serviceAdvice(ServiceAddress service) {
    return (", a service (colophon serve) on %s; report to it there (docs/how-to/run-a-service.md),"
            + " end it with: kill %d, or use another store: --store DIR")
        .formatted(service.socket(), service.pid());
  }
}

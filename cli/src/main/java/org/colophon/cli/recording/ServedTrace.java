// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.colophon.cli.config.Store;
import org.colophon.cli.served.ServedReporter;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.sink.SinkOptions;
import org.colophon.reporters.replay.ReplayReporter;

/**
 * A command that this process runs under strace, while a service with a mounted directory replays
 * strace's log. Mount and replay must be in one process to identify the same processes and files.
 * The log is a file in the store, where the service may open files.
 */
public final class ServedTrace {
  static final String MIRROR = "fuse";
  private static final String DRAINING = "draining";

  private final Store store;
  private final Path log;
  private final ServedReporter attached;

  private ServedTrace(Store store, Path log, ServedReporter attached) {
    this.store = store;
    this.log = log;
    this.attached = attached;
  }

  /**
   * Prepares a trace, if a service for the store runs and has a mounted directory.
   *
   * @param options further options of the reporter that replays the trace
   * @throws ColophonException if the service may not open a log in the store
   */
  public static Optional<ServedTrace> begin(
      Store store, SinkOptions sink, Map<String, String> options) {
    Optional<ServiceConnection> running = store.connect();
    if (running.isEmpty()) {
      return Optional.empty();
    }
    try (ServiceConnection service = running.get()) {
      boolean mirrors =
          ServedReporter.of(service).stream()
              .anyMatch(each -> each.name().equals(MIRROR) && !each.isOver());
      return mirrors ? Optional.of(attach(store, service, sink, options)) : Optional.empty();
    }
  }

  private static ServedTrace attach(
      Store store, ServiceConnection service, SinkOptions sink, Map<String, String> options) {
    Path log = newLog(store);
    try {
      return new ServedTrace(
          store, log, ServedReporter.attach(service, fields(log, sink, options)));
    } catch (ColophonException e) {
      delete(log);
      throw e;
    }
  }

  private static Path newLog(Store store) {
    try {
      return Files.createTempFile(store.directory().toRealPath(), "trace-", ".strace");
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot make a file for strace in the store: " + e.getMessage(), e);
    }
  }

  private static Map<String, Object> fields(Path log, SinkOptions sink, Map<String, String> given) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("reporter", "strace");
    Map<String, String> options = new LinkedHashMap<>(given);
    options.put("follow", log.toString());
    options.put("client", "" + ProcessHandle.current().pid());
    fields.put("options", options);
    fields.put("keepAll", sink.keepAll());
    fields.put("include", sink.rules().include());
    fields.put("exclude", sink.rules().exclude());
    return fields;
  }

  /** Runs the reporter's command to its end, and waits until the service has all operations. */
  public RecordingSummary run(ReplayReporter reporter) {
    long begun = System.nanoTime();
    ServedReporter last;
    try {
      reporter.runInto(log);
    } finally {
      last = detach();
      delete(log);
    }
    last.unlessFailed();
    return RecordingSummary.ofService(last.operations(), last.refused(), System.nanoTime() - begun);
  }

  /** Detaches the reporter. Uses a new connection, since the command may have run for days. */
  private ServedReporter detach() {
    ServiceConnection service =
        store
            .connect()
            .orElseThrow(
                () ->
                    ErrorCode.IO_FAILED.exception(
                        "the service ended before the command that it recorded; later"
                            + " operations of the command are not recorded"));
    try (service) {
      ServedReporter last = attached.detach(service);
      while (last.state().equals(DRAINING)) {
        last = attached.detach(service);
      }
      return last;
    }
  }

  private static void delete(Path log) {
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw IoFailure.of("remove", log, e);
    }
  }
}

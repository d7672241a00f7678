// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.colophon.cli.config.Store;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.SilentServiceException;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.sink.SinkOptions;
import org.colophon.query.text.DisplayText;

/**
 * Recordings that wait in a store because its service did not answer. Each is a file of the
 * service's lines. A command that records while the service answers, or without a service, sends
 * them.
 */
public final class LocalOutbox {
  /** Maximum time for which a command waits before it begins without the service. */
  private static final Duration ANSWER_TIME = Duration.ofSeconds(3);

  private final Store store;
  private final Path directory;

  public LocalOutbox(Store store) {
    this.store = store;
    this.directory = store.directory().resolve("outbox");
  }

  public Path directory() {
    return directory;
  }

  /** Returns whether the store's service runs but does not answer. */
  public boolean isServiceSilent() {
    try {
      store.connect(ANSWER_TIME).ifPresent(ServiceConnection::close);
      return false;
    } catch (SilentServiceException e) {
      store.remark(e.getMessage() + "; until it answers, records wait in " + directory);
      return true;
    }
  }

  /** Returns a recording into a new file. */
  public Recording recording(SinkOptions options) {
    return new Recording(() -> new ServiceDestination(OutboxFile.create(directory, options)));
  }

  /** Sends the waiting recordings. If one cannot be sent, it and the later ones remain. */
  public void send() {
    List<Path> files = files();
    int sent = 0;
    try {
      for (Path file : files) {
        send(file);
        sent++;
      }
    } catch (ColophonException e) {
      store.remark(
          "%s of earlier commands in %s cannot be sent yet: %s"
              .formatted(recordings(files.size() - sent), directory, e.getMessage()));
    }
  }

  /** Sends the recordings if the service answers again. Otherwise reports when they are sent. */
  public void sendUnlessSilent() {
    try {
      store.connect(ANSWER_TIME).ifPresent(ServiceConnection::close);
    } catch (SilentServiceException e) {
      store.remark(
          "the service still does not answer: %s in %s; the next 'colophon trace' into this store sends them"
              .formatted(recordings(files().size()), directory));
      return;
    }
    send();
  }

  /** Reports that the service stopped answering during a recording. */
  void remarkContinued() {
    long pid = ServiceAddress.of(store.directory()).map(ServiceAddress::pid).orElse(0L);
    store.remark(
        "the service of %s%s stopped answering: further records are in %s; the next 'colophon trace' into this store sends them"
            .formatted(
                store.directory(),
                pid == 0 ? "" : " (pid %1$d, if it hangs: kill -KILL %1$d)".formatted(pid),
                directory));
  }

  /** Reports to a user who asks that recordings are missing in the answer. */
  public void remarkIfWaiting() {
    int waiting = files().size();
    if (waiting > 0) {
      store.remark(
          "the answer does not include %s in %s; 'colophon trace -- true' sends them"
              .formatted(recordings(waiting), directory));
    }
  }

  private static String recordings(int count) {
    return DisplayText.count(count, "recording");
  }

  /** Returns the files, oldest first. Their names begin with the time. */
  private List<Path> files() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw IoFailure.of("list", directory, e);
    }
  }

  /** Sends a file, unless another command writes or sends it. */
  private void send(Path file) {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Optional<OutboxReporter> reporter = OutboxReporter.of(file, channel);
        if (reporter.isPresent()) {
          send(reporter.get());
        } else {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  private void send(OutboxReporter reporter) {
    RecordingSummary summary =
        new Recording(() -> Destination.of(store, reporter.options(), List.of()))
            .run(reporter.name(), reporter, RunMonitor.NOTHING);
    if (!reporter.isComplete()) {
      throw ErrorCode.INTERRUPTED.exception("interrupted");
    }
    store.remark(
        "sent %s of an earlier command from the outbox"
            .formatted(DisplayText.count(summary.reported(), "operation")));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.adapters.CloseSequence;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.ReporterCoordination;

/**
 * The attached reporters of a kernel, and the sources that they read. Two reporters of one source
 * would record everything twice, and both would change the source's position. Any thread.
 */
final class KernelReporters {
  private final List<ReporterHandle> running = new CopyOnWriteArrayList<>();
  private final ConcurrentHashMap<String, ReporterHandle> owners = new ConcurrentHashMap<>();

  /** Lets reporters of one kernel find each other. */
  final ReporterCoordination coordination = new ReporterCoordination();

  /** Starts a reporter, which is removed when it ends. */
  void start(ReporterHandle reporter) {
    running.add(reporter);
    reporter.start();
  }

  /** Removes a reporter that has ended, and releases its sources. */
  void remove(ReporterHandle reporter) {
    owners.values().removeIf(reporter::equals);
    running.remove(reporter);
  }

  /** Stops all reporters as steps of a sequence, and waits for them. */
  void stop(CloseSequence steps) {
    running.forEach(reporter -> steps.run(reporter::stop));
    running.forEach(reporter -> steps.run(reporter::awaitAsStopped));
  }

  /**
   * Assigns a source to a reporter until the reporter ends.
   *
   * @throws ColophonException ALREADY_EXISTS if another reporter has it
   */
  void claim(String source, ReporterHandle reporter) {
    ReporterHandle owner = owners.putIfAbsent(source, reporter);
    if (owner != null && owner != reporter) {
      throw alreadyRead(source, owner);
    }
  }

  /**
   * Checks a source before it is read from elsewhere.
   *
   * @throws ColophonException ALREADY_EXISTS if a reporter has it
   */
  void requireUnclaimed(String source) {
    ReporterHandle owner = owners.get(source);
    if (owner != null) {
      throw alreadyRead(source, owner);
    }
  }

  private static ColophonException alreadyRead(String source, ReporterHandle owner) {
    return ErrorCode.ALREADY_EXISTS.exception(
        "'%s' is read by reporter %s already".formatted(Bytes.of(source).display(), owner.name()));
  }
}

package org.colophon.core.kernel;

import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * The attached reporter of each source. Two reporters of one source would record everything twice,
 * and both would move its one position. Any thread.
 */
final class SourceOwners {
  private final ConcurrentHashMap<String, ReporterHandle> owners = new ConcurrentHashMap<>();

  /**
   * Assigns a source to a reporter, from its request of the position until it ends.
   *
   * @throws ColophonException ALREADY_EXISTS if another reporter has it
   */
  void claim(String source, ReporterHandle reporter) {
    ReporterHandle owner = owners.putIfAbsent(source, reporter);
    if (owner != null && owner != reporter) {
      throw taken(source, owner);
    }
  }

  /**
   * Checks a source before it is read from elsewhere.
   *
   * @throws ColophonException ALREADY_EXISTS if a reporter has it
   */
  void refuseIfClaimed(String source) {
    ReporterHandle owner = owners.get(source);
    if (owner != null) {
      throw taken(source, owner);
    }
  }

  private static ColophonException taken(String source, ReporterHandle owner) {
    return new ColophonException(
        ErrorCode.ALREADY_EXISTS,
        "'%s' is read by reporter %s already".formatted(Bytes.of(source).display(), owner.name()));
  }

  /** Releases the sources of a reporter that has ended. */
  void release(ReporterHandle reporter) {
    owners.values().removeIf(reporter::equals);
  }
}

package org.colophon.core.kernel;

import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * Which attached reporter reads which source. Two that read one would record everything twice, and
 * both move the one position. Any thread.
 */
final class SourceOwners {
  private final ConcurrentHashMap<String, ReporterHandle> owners = new ConcurrentHashMap<>();

  /**
   * A source is a reporter's from when it asks where the source was left until it ends.
   *
   * @throws ColophonException ALREADY_EXISTS if it is another one's
   */
  void claim(String source, ReporterHandle reporter) {
    ReporterHandle owner = owners.putIfAbsent(source, reporter);
    if (owner != null && owner != reporter) {
      throw taken(source, owner);
    }
  }

  /**
   * For those who read it from elsewhere.
   *
   * @throws ColophonException ALREADY_EXISTS if it is a reporter's
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

  /** The reporter has ended. */
  void release(ReporterHandle reporter) {
    owners.values().removeIf(reporter::equals);
  }
}

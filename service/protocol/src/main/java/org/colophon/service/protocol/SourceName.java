package org.colophon.service.protocol;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** What a source of numbered lines may be called. */
public final class SourceName {
  /**
   * A source whose name begins with this is one run of one program, and nobody goes on where it was
   * left: a sink that is closed lets the service forget it, and one that was killed leaves it to
   * the service, which does so when it has been silent for 30 days.
   */
  public static final String RUN_PREFIX = "run-";

  private static final String FORM = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

  private SourceName() {}

  /**
   * The name itself.
   *
   * @throws ColophonException BAD_REQUEST if it is none
   */
  public static String checked(String name) {
    if (!name.matches(FORM)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "a source's name has up to 100 letters, digits, dots, dashes and underscores, not '%s'"
              .formatted(Bytes.of(name).display()));
    }
    return name;
  }
}

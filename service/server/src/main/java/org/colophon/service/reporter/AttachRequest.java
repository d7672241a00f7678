package org.colophon.service.reporter;

import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.service.config.ReporterSpec;

/**
 * A caller's request to attach a reporter.
 *
 * @param id null for the name with a number
 * @param restart true to attach it again when the service restarts
 */
public record AttachRequest(
    String id,
    String name,
    Map<String, String> options,
    boolean keepAll,
    OverloadPolicy onOverload,
    boolean restart) {
  public AttachRequest {
    options = Map.copyOf(options);
    if (id != null && !id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "an id is up to 64 letters, digits, '.', '_' and '-', and begins with one of the first"
              + " two, not '"
              + id
              + "'");
    }
  }

  static AttachRequest of(ReporterSpec spec) {
    return new AttachRequest(
        null, spec.name(), spec.options(), spec.keepAll(), spec.onOverload(), false);
  }
}

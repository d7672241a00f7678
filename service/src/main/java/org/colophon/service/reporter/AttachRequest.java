package org.colophon.service.reporter;

import java.util.Map;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.service.config.ReporterSpec;

/**
 * A reporter that a caller wants.
 *
 * @param restart whether it comes back when the service starts again
 */
public record AttachRequest(
    String name,
    Map<String, String> options,
    boolean keepAll,
    OverloadPolicy onOverload,
    boolean restart) {
  public AttachRequest {
    options = Map.copyOf(options);
  }

  /** What the configuration asks for. */
  static AttachRequest of(ReporterSpec spec) {
    return new AttachRequest(spec.name(), spec.options(), spec.keepAll(), spec.onOverload(), false);
  }
}

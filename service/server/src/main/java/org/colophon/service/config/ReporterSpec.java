package org.colophon.service.config;

import java.util.Map;
import org.colophon.core.sink.OverloadPolicy;

/**
 * A reporter to attach.
 *
 * @param id null for the name with a number
 * @param name of the plug-in
 * @param options of the reporter
 * @param keepAll true to store every operation, without suppression
 * @param onOverload policy when the ring is full
 * @param restart true to attach it again when the service restarts
 */
public record ReporterSpec(
    String id,
    String name,
    Map<String, String> options,
    boolean keepAll,
    OverloadPolicy onOverload,
    boolean restart) {
  public ReporterSpec {
    options = Map.copyOf(options);
    Checks.require(
        id == null || id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"),
        "an id is up to 64 letters, digits, '.', '_' and '-', and begins with one of the first"
            + " two, not '%s'".formatted(id));
  }

  /** A reporter of the configuration. */
  public ReporterSpec(
      String name, Map<String, String> options, boolean keepAll, OverloadPolicy onOverload) {
    this(null, name, options, keepAll, onOverload, false);
  }

  public ReporterSpec withOptions(Map<String, String> value) {
    return new ReporterSpec(id, name, value, keepAll, onOverload, restart);
  }
}

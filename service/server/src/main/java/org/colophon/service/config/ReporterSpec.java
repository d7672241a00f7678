package org.colophon.service.config;

import java.util.Map;
import org.colophon.core.sink.OverloadPolicy;

/**
 * A reporter to attach.
 *
 * @param name of the plug-in
 * @param options of the reporter
 * @param keepAll true to store every operation, without suppression
 * @param onOverload policy when the ring is full
 */
public record ReporterSpec(
    String name, Map<String, String> options, boolean keepAll, OverloadPolicy onOverload) {
  public ReporterSpec {
    options = Map.copyOf(options);
  }
}

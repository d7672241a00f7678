package org.colophon.service.config;

import java.util.Map;
import org.colophon.core.sink.OverloadPolicy;

/**
 * A reporter to attach.
 *
 * @param name the plug-in's name
 * @param options the reporter's own
 * @param keepAll store every operation: suppression is off for it
 * @param onOverload what it does when the ring is full
 */
public record ReporterSpec(
    String name, Map<String, String> options, boolean keepAll, OverloadPolicy onOverload) {
  public ReporterSpec {
    options = Map.copyOf(options);
  }
}

package org.colophon.service.config;

import java.util.List;
import java.util.Map;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;

/**
 * A reporter to attach.
 *
 * @param id id of the reporter, null for its name with a number
 * @param name name of the plug-in
 * @param options options of the reporter
 * @param keepAll true to store every operation, without suppression
 * @param onOverload policy when the ring is full
 * @param include rules for recorded objects, in addition to the store's; see {@link CaptureRules}
 * @param exclude rules for objects to leave out
 * @param restart true to attach it again when the service restarts
 */
public record ReporterSpec(
    String id,
    String name,
    Map<String, String> options,
    boolean keepAll,
    OverloadPolicy onOverload,
    List<String> include,
    List<String> exclude,
    boolean restart) {
  public ReporterSpec {
    options = Map.copyOf(options);
    include = include == null ? List.of() : List.copyOf(include);
    exclude = exclude == null ? List.of() : List.copyOf(exclude);
    CaptureRules.of(include, exclude);
    Checks.require(
        id == null || id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"),
        "an id is up to 64 letters, digits, '.', '_' and '-', and begins with one of the first"
            + " two, not '%s'".formatted(id));
  }

  /** A reporter of the configuration. */
  public ReporterSpec(
      String name, Map<String, String> options, boolean keepAll, OverloadPolicy onOverload) {
    this(null, name, options, keepAll, onOverload, List.of(), List.of(), false);
  }

  public ReporterSpec withOptions(Map<String, String> value) {
    return new ReporterSpec(id, name, value, keepAll, onOverload, include, exclude, restart);
  }

  /** The options of the reporter's sinks. */
  public SinkOptions sink() {
    return new SinkOptions(keepAll, onOverload, CaptureRules.of(include, exclude));
  }
}

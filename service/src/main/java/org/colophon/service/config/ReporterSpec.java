// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.jspecify.annotations.Nullable;

/**
 * A reporter to attach.
 *
 * @param id id of the reporter; null for its name and a number.
 * @param name name of the plug-in.
 * @param options options of the reporter.
 * @param keepAll true to store every operation, without suppression.
 * @param onOverload policy when the ring is full.
 * @param include rules for objects to record, in addition to the store's rules; see {@link
 *     CaptureRules}.
 * @param exclude rules for objects not to record.
 * @param restart true to attach the reporter again when the service restarts.
 */
public record ReporterSpec(
    @Nullable String id,
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
    ErrorCode.BAD_REQUEST.require(
        id == null || id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"),
        "an id is up to 64 letters, digits, '.', '_' and '-', and begins with one of the first"
            + " two, not '%s'".formatted(id));
  }

  /** Constructs a reporter of the configuration file. */
  public ReporterSpec(
      String name, Map<String, String> options, boolean keepAll, OverloadPolicy onOverload) {
    this(null, name, options, keepAll, onOverload, List.of(), List.of(), false);
  }

  public ReporterSpec withOptions(Map<String, String> value) {
    return new ReporterSpec(id, name, value, keepAll, onOverload, include, exclude, restart);
  }

  /** Returns options for the reporter's sinks. */
  public SinkOptions sink() {
    return new SinkOptions(keepAll, onOverload, CaptureRules.of(include, exclude));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.service.config.ReporterSpec;

/**
 * State of an attached reporter. The components are the fields of its JSON.
 *
 * @param id id, unique within the service, such as {@code strace-1}.
 * @param reason reason of a failure; empty without a failure.
 * @param options options with secrets masked.
 * @param operations number of accepted operations.
 * @param refused number of inputs that could not become an operation.
 * @param lastLsn LSN of the last published operation; 0 if none.
 * @param counters the reporter's own counters, by name
 */
public record ReporterStatus(
    String id,
    @JsonProperty("reporter") String name,
    RunState state,
    String reason,
    Map<String, String> options,
    boolean keepAll,
    OverloadPolicy onOverload,
    List<String> include,
    List<String> exclude,
    boolean restart,
    Instant started,
    long operations,
    long refused,
    long lastLsn,
    Map<String, Long> counters) {
  /**
   * Returns the status of a reporter that could not be attached again at a start. Its options are
   * omitted, since they may be secret.
   */
  static ReporterStatus leftOut(String id, ReporterSpec request) {
    return new ReporterStatus(
        id,
        request.name(),
        RunState.FAILED,
        "it could not be attached again when the service started: see the service's log",
        Map.of(),
        request.keepAll(),
        request.onOverload(),
        request.include(),
        request.exclude(),
        request.restart(),
        Instant.EPOCH,
        0,
        0,
        0,
        Map.of());
  }
}

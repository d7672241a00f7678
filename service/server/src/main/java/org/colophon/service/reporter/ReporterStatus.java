package org.colophon.service.reporter;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.service.config.ReporterSpec;

/**
 * An attached reporter at an instant; its components are the fields of its JSON.
 *
 * @param id unique within the service, such as {@code strace-1}.
 * @param reason of a failure; empty otherwise.
 * @param options with secrets masked.
 * @param operations number of accepted operations.
 * @param refused input that could not become an operation.
 * @param lastLsn of the last published operation, or 0.
 * @param counters of the reporter itself, by name
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
  /** A reporter that could not be attached again at start. Its options may hold secrets. */
  static ReporterStatus leftOut(String id, ReporterSpec request) {
    return new ReporterStatus(
        id,
        request.name(),
        RunState.FAILED,
        "it was left out when the service started: see its log",
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

package org.colophon.service.reporter;

import java.util.Locale;
import java.util.Map;

/**
 * An attached reporter at an instant.
 *
 * @param id unique within the service, such as {@code strace-1}
 * @param options with secrets masked
 * @param reason why it failed; empty otherwise
 * @param operations taken from it
 * @param refused input that could not become an operation
 * @param lastLsn of the last operation published, 0 if none
 * @param counters what it counts itself, by name
 */
public record ReporterStatus(
    String id,
    String name,
    ReporterState state,
    String reason,
    Map<String, String> options,
    boolean keepAll,
    String onOverload,
    boolean restart,
    long startedMillis,
    long operations,
    long refused,
    long lastLsn,
    Map<String, Long> counters) {
  /** One that could not be attached again when the service started. Options may hold secrets. */
  static ReporterStatus leftOut(String id, AttachRequest request) {
    return new ReporterStatus(
        id,
        request.name(),
        ReporterState.FAILED,
        "it was left out when the service started: see its log",
        Map.of(),
        request.keepAll(),
        request.onOverload().name().toLowerCase(Locale.ROOT),
        request.restart(),
        0,
        0,
        0,
        0,
        Map.of());
  }
}

package org.colophon.service.ingest;

import java.util.List;
import java.util.Map;
import org.colophon.service.http.Problem.BadLine;

/**
 * What became of a request's operations.
 *
 * @param accepted lines that became operations; durable by now
 * @param refused lines that did not
 * @param lastLsn everything is at or before it; 0 if nothing was accepted
 * @param problems the first of the refused lines
 * @param processes global ids by the client's own
 * @param objects global ids by the client's own
 */
public record IngestResult(
    long accepted,
    long refused,
    long lastLsn,
    List<BadLine> problems,
    Map<String, Long> processes,
    Map<String, Long> objects) {}

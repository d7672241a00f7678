package org.colophon.service.source;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.service.http.Problem.BadLine;

/**
 * What became of a source's lines; all of them are durable.
 *
 * @param acknowledged the last line that was taken: of this request, or of an earlier one
 * @param accepted lines that became operations
 * @param repeated lines that were recorded before, and only looked up
 * @param refused lines that are bad
 * @param problems the first of the bad lines
 * @param processes global ids by the client's own
 * @param objects global ids by the client's own
 * @param positions what was asked for, by source; empty where there is none
 */
public record SourceAnswer(
    long acknowledged,
    long accepted,
    long repeated,
    long refused,
    List<BadLine> problems,
    Map<String, Long> processes,
    Map<String, Long> objects,
    Map<String, Bytes> positions) {}

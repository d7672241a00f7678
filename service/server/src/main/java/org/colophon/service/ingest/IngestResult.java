package org.colophon.service.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.colophon.service.http.Problem.BadLine;

/**
 * Outcome of a request with operations.
 *
 * @param accepted number of lines that became operations, which are durable
 * @param refused number of bad lines
 * @param lastLsn of the last operation or a later one; 0 if nothing was accepted
 * @param problems of the first bad lines
 * @param processes global ids by the client's own ids, or null
 * @param objects global ids by the client's own ids, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record IngestResult(
    long accepted,
    long refused,
    long lastLsn,
    List<BadLine> problems,
    Map<String, Long> processes,
    Map<String, Long> objects) {
  public IngestResult withoutIds() {
    return new IngestResult(accepted, refused, lastLsn, problems, null, null);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.colophon.service.http.Problem.BadLine;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a request with operations.
 *
 * @param accepted number of lines that became operations and are durable.
 * @param refused number of bad lines.
 * @param lastLsn an LSN at or after the last operation; 0 if nothing was accepted.
 * @param problems problems of the first bad lines.
 * @param processes global ids of processes by the client's ids, or null.
 * @param objects global ids of objects by the client's ids, or null.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record IngestResult(
    long accepted,
    long refused,
    long lastLsn,
    List<BadLine> problems,
    @Nullable Map<String, Long> processes,
    @Nullable Map<String, Long> objects) {
  public IngestResult withoutIds() {
    return new IngestResult(accepted, refused, lastLsn, problems, null, null);
  }
}

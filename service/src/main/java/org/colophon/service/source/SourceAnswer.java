// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.service.http.Problem.BadLine;

/**
 * Answer to a request with numbered lines, after all of them are durable.
 *
 * @param acknowledged number of the last recorded line, of this request or an earlier one.
 * @param accepted number of lines that became operations.
 * @param repeated number of lines that were recorded before.
 * @param refused number of bad lines.
 * @param problems problems of the first bad lines.
 * @param positions requested positions, by source
 */
public record SourceAnswer(
    long acknowledged,
    long accepted,
    long repeated,
    long refused,
    List<BadLine> problems,
    Ids ids,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Bytes> positions) {
  /** Global ids by the client's ids. */
  public record Ids(Map<String, Long> processes, Map<String, Long> objects) {}
}

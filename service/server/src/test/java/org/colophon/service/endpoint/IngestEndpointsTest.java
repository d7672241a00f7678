package org.colophon.service.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.colophon.service.http.Problem;
import org.colophon.service.http.Problem.BadLine;
import org.colophon.service.ingest.IngestResult;
import org.junit.jupiter.api.Test;

class IngestEndpointsTest {
  private static Problem refusal(long accepted) {
    List<BadLine> problems = List.of(new BadLine(2, "no object has the id 0"));
    return IngestEndpoints.refusal(
        new IngestResult(accepted, 1, accepted, problems, Map.of(), Map.of()));
  }

  @Test
  void reportsWhetherAtomicRequestRecordedLines() {
    assertThat(refusal(0).detail()).isEqualTo("1 bad lines, so nothing was recorded");
    assertThat(refusal(3).detail()).contains("3 lines were recorded").doesNotContain("nothing");
    assertThat(refusal(3).status()).isEqualTo(400);
    assertThat(refusal(3).lines()).hasSize(1);
  }
}

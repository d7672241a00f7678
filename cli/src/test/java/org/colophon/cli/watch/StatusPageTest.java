// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusPageTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static String page(String retention) throws IOException {
    String told = "{\"reported\":12,\"retention\":{%s}}".formatted(retention);
    Counters now = new Counters(MAPPER.readTree(told), 0);
    return String.join("\n", new StatusPage("/store").page(now, List.of(), 0));
  }

  @Test
  void showsPruningInProgress() throws IOException {
    assertThat(
            page(
                "\"adapter\":\"rocksdb\",\"state\":\"writing\",\"recordsWritten\":1200,"
                    + "\"recordsToWrite\":34000"))
        .containsPattern("pruning rocksdb +1,200 +of 34,000 +writing");
  }

  @Test
  void showsNoPruningWhenThereIsNone() throws IOException {
    assertThat(page("\"adapter\":\"\",\"state\":\"idle\"")).doesNotContain("pruning");
    assertThat(page("")).doesNotContain("pruning").containsPattern("reported +12");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.System.Logger.Level;
import org.junit.jupiter.api.Test;

/** Tests JSON log lines by parsing them. */
class JsonLogLineTest {
  private static final String TIME = "2026-11-21T09:30:00.123Z";

  private static JsonNode read(String line) throws Exception {
    assertThat(line).doesNotContain("\n", "\u001b");
    return JsonMapper.builder().build().readTree(line);
  }

  @Test
  void escapesLineEndsAndEscapeSequencesInStrings() throws Exception {
    String message = "a \"name\"\n\u001b[31mforged";

    JsonNode read = read(JsonLogLine.of(TIME, Level.WARNING, "org.Some", message, null));

    assertThat(read.path("time").asText()).isEqualTo(TIME);
    assertThat(read.path("level").asText()).isEqualTo("WARNING");
    assertThat(read.path("logger").asText()).isEqualTo("org.Some");
    assertThat(read.path("thread").asText()).isEqualTo(Thread.currentThread().getName());
    assertThat(read.path("message").asText()).isEqualTo(message);
    assertThat(read.has("exception")).isFalse();
  }

  @Test
  void writesStackTraceOfException() throws Exception {
    JsonNode read =
        read(JsonLogLine.of(TIME, Level.ERROR, "a", "b", new IllegalStateException("why")));

    assertThat(read.path("exception").asText())
        .startsWith("java.lang.IllegalStateException: why")
        .contains("at org.colophon.cli.output.JsonLogLineTest");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks the control calls in the audit log. The log is read after the service has stopped. */
@Timeout(60)
class AuditedCallsTest {
  @TempDir private Path temp;

  private ServiceConfig config;
  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    TcpConfig tcp = new TcpConfig("127.0.0.1", 0, Optional.empty(), List.of(), List.of());
    config =
        ServiceConfig.of(temp.resolve("store"))
            .withAdapters(List.of(AdapterSpec.of("graphlike")))
            .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()));
    service = Service.start(config);
    caller = Caller.of(config.socket());
  }

  private List<JsonNode> auditAfterStop() throws IOException {
    assertThat(service.stop()).isTrue();
    JsonMapper mapper = JsonMapper.builder().build();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(config.store().resolve("audit.log"))) {
      lines.add(mapper.readTree(line));
    }
    return lines;
  }

  private static String brief(JsonNode line) {
    return line.path("action").asText() + " " + line.path("outcome").asText();
  }

  @Test
  void recordsControlCallsAndTheirOutcomes() throws IOException {
    caller.post("/v1/reporters", "{\"reporter\":\"ticker\",\"id\":\"t\"}");
    caller.call("DELETE", "/v1/reporters/t", new byte[0]);
    caller.call("DELETE", "/v1/reporters/nobody", new byte[0]);
    caller.post("/v1/snapshots", "{\"name\":\"s1\"}");
    caller.post("/v1/retention", "{\"age\":\"1d\",\"dryRun\":true}");
    assertThat(Files.readString(config.store().resolve("audit.log"))).contains("\"prune\"");
    caller.post("/v1/cypher", "{\"statement\":\"RETURN 1\",\"write\":true}");
    caller.get("/v1/status");
    service.reloadFrom(() -> config);

    List<JsonNode> lines = auditAfterStop();

    assertThat(lines.stream().map(AuditedCallsTest::brief))
        .containsExactly(
            "attach ok",
            "detach ok",
            "detach NOT_FOUND",
            "snapshot ok",
            "prune ok",
            "cypher write ok",
            "reload ok",
            "shutdown ok");
    String user = System.getProperty("user.name");
    assertThat(lines.get(0).path("who").asText()).isEqualTo("user " + user);
    assertThat(lines.get(0).path("details").path("id").asText()).isEqualTo("t");
    assertThat(lines.get(3).path("details").path("name").asText()).isEqualTo("s1");
    assertThat(lines.get(6).path("who").asText()).isEqualTo("service process");
  }

  @Test
  void writesDigestOfTokenAndNoSecrets() throws IOException {
    String token = Files.readString(config.tokenFile()).strip();
    Caller remote = Caller.of(service.port()).with("Authorization", "Bearer " + token);
    remote.post(
        "/v1/reporters",
        "{\"reporter\":\"ticker\",\"options\":{\"password\":\"hush-hush\",\"name\":\"x\"}}");
    remote.post("/v1/cypher", "{\"statement\":\"RETURN 'hush-hush'\",\"write\":true}");

    List<JsonNode> lines = auditAfterStop();

    assertThat(lines.get(0).path("who").asText()).matches("token [0-9a-f]{8} from 127.0.0.1");
    assertThat(lines.get(0).path("details").path("options").asText()).isEqualTo("password name");
    assertThat(lines.toString()).doesNotContain("hush-hush", token);
  }

  @Test
  void recordsReloadOfInvalidConfiguration() throws IOException {
    assertThatThrownBy(
            () ->
                service.reloadFrom(
                    () -> {
                      throw new ColophonException(ErrorCode.BAD_REQUEST, "wrong");
                    }))
        .hasMessage("wrong");

    assertThat(brief(auditAfterStop().get(0))).isEqualTo("reload BAD_REQUEST");
  }
}

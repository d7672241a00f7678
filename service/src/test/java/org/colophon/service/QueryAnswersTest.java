// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests answers about operations that were posted as lines. */
class QueryAnswersTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;

  @BeforeAll
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"))));
    caller = Caller.of(service.config().socket());
    String lines =
        """
        {"op":"process","id":"w","pid":11,"executable":"/bin/w","time":"2100-01-01T00:00:00Z"}
        {"op":"read","process":"w","path":"/etc/passwd","time":"2100-01-01T00:00:00Z"}
        {"op":"read","process":"w","path":"/lab/src","time":"2100-01-01T00:00:00Z"}
        {"op":"write","process":"w","path":"/lab//data/./x","time":"2100-01-01T00:00:01Z"}
        {"op":"exit","process":"w","time":"2100-01-01T00:00:02Z"}
        {"op":"process","id":"r","pid":12,"executable":"/bin/r","time":"2001-01-01T00:00:00Z"}
        {"op":"read","process":"r","path":"/lab/data/x","time":"2001-01-01T00:00:00Z"}
        {"op":"write","process":"r","path":"/lab/y/","time":"2001-01-01T00:00:01Z"}
        {"op":"exit","process":"r","time":"2001-01-01T00:00:02Z"}
        """;
    assertThat(caller.post("/v1/operations", lines).json().path("refused").asInt()).isZero();
  }

  @AfterAll
  static void stop() {
    service.stop();
  }

  private static String get(String question) throws IOException {
    Caller.Reply reply = caller.get(question);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.text();
  }

  @Test
  void joinsSpellingsOfAPath() throws IOException {
    assertThat(get("/v1/lineage?target=/lab/y")).contains("/bin/w", "/lab/src");
    assertThat(get("/v1/show?target=/lab//data/./x")).isEqualTo(get("/v1/show?target=/lab/data/x"));
  }

  @Test
  void omitsSystemFilesFromExportOfTargetUnlessAllIsGiven() throws IOException {
    String target = "/v1/export?format=prov-json&target=/lab/y";
    assertThat(get(target)).contains("/lab/src").doesNotContain("/etc/passwd");
    assertThat(get(target + "&all=true")).contains("/lab/src", "/etc/passwd");
    assertThat(get("/v1/export?format=prov-json")).contains("/lab/src", "/etc/passwd");
  }

  @Test
  void findsByTimesThatDoNotFollowTheOrder() throws IOException {
    assertThat(get("/v1/find?name=/lab/**&since=2050-01-01"))
        .contains("/lab/src", "/lab/data/x")
        .doesNotContain("/lab/y");
    assertThat(get("/v1/find?name=/lab/**&until=2050-01-01"))
        .contains("/lab/data/x", "/lab/y")
        .doesNotContain("/lab/src");
  }
}

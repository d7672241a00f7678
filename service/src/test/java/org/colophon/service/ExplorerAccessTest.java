// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the access of browsers to a service without configured TCP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExplorerAccessTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller owner;

  @BeforeAll
  static void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"))));
    owner = Caller.of(service.config().socket());
  }

  @AfterAll
  static void stop() {
    service.stop();
  }

  private record LoginLink(int port, String path) {
    static LoginLink fresh() throws IOException {
      Reply made = owner.post("/v1/explorer", "");
      assertThat(made.status()).as(made.text()).isEqualTo(201);
      String url = made.json().path("url").asText();
      assertThat(url).matches("http://127\\.0\\.0\\.1:[0-9]+/login\\?code=[0-9a-f]{64}");
      String rest = url.substring("http://127.0.0.1:".length());
      int slash = rest.indexOf('/');
      return new LoginLink(Integer.parseInt(rest.substring(0, slash)), rest.substring(slash));
    }

    Caller stranger() {
      return Caller.of(port).with("Host", "127.0.0.1:" + port);
    }

    Caller session() throws IOException {
      String cookie = stranger().get(path).header("Set-Cookie");
      return stranger().with("Cookie", "other=1; " + cookie.substring(0, cookie.indexOf(';')));
    }
  }

  @Test
  void preloadsEachModuleOfPage() throws IOException {
    Path page = Path.of("src/main/resources/org/colophon/service/explorer");
    String index = Files.readString(page.resolve("index.html"));
    try (Stream<Path> files = Files.list(page)) {
      assertThat(files.map(each -> each.getFileName().toString()).filter(n -> n.endsWith(".js")))
          .isNotEmpty()
          .allMatch(name -> index.contains("=\"/ui/" + name + "\""));
    }
  }

  @Test
  void opensOneSessionPerLink() throws IOException {
    LoginLink link = LoginLink.fresh();
    Reply first = link.stranger().get(link.path());
    assertThat(first.status()).isEqualTo(303);
    assertThat(first.header("Location")).isEqualTo("/");
    assertThat(first.header("Set-Cookie"))
        .matches("colophon-[0-9]+=[0-9a-f]{64}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
    Reply second = link.stranger().get(link.path());
    assertThat(second.status()).isEqualTo(403);
    assertThat(second.header("Set-Cookie")).isNull();
    assertThat(second.json().path("detail").asText()).contains("used already", "colophon ui");
  }

  @Test
  void permitsOnlyReadingInASession() throws IOException {
    Caller session = LoginLink.fresh().session();
    assertThat(session.get("/v1/status").status()).isEqualTo(200);
    Reply refused = session.post("/v1/snapshots", "{\"name\":\"evil\"}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("detail").asText()).contains("only reads");
    assertThat(session.post("/v1/explorer", "").status()).isEqualTo(403);
    assertThat(session.call("DELETE", "/v1/reporters/x", new byte[0]).status()).isEqualTo(403);
    assertThat(owner.get("/v1/snapshots").text()).doesNotContain("evil");
  }

  @Test
  void rejectsCallersWithoutSession() throws IOException {
    LoginLink link = LoginLink.fresh();
    Caller stranger = link.stranger();
    for (String cookie : List.of("", "colophon-" + link.port() + "=00", "colophon-1=00")) {
      Reply refused = stranger.with("Cookie", cookie).get("/v1/status");
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.json().path("detail").asText()).contains("colophon ui");
    }
    assertThat(stranger.with("Authorization", "Bearer x").get("/v1/status").status())
        .isEqualTo(401);
    assertThat(stranger.get("/v1/explorer").json().path("instance").asText()).hasSize(64);
  }

  @Test
  void rejectsSessionsOfForeignPagesAndHostNames() throws IOException {
    LoginLink link = LoginLink.fresh();
    Caller session = link.session();
    String own = "http://127.0.0.1:" + link.port();
    assertThat(session.with("Origin", own).get("/v1/status").status()).isEqualTo(200);
    assertThat(owner.with("Host", "evil").with("Origin", "http://evil").get("/").status())
        .isEqualTo(403);
    assertThat(session.with("Origin", "http://127.0.0.1:1").get("/v1/status").status())
        .isEqualTo(403);
    assertThat(session.with("Sec-Fetch-Site", "same-site").get("/v1/status").status())
        .isEqualTo(403);
    assertThat(session.with("Host", "evil.example").get("/").status()).isEqualTo(421);
  }

  @Test
  void explainsRefusedPageLoadInHtml() throws IOException {
    Caller page = LoginLink.fresh().stranger().with("Sec-Fetch-Dest", "document");
    Reply refused = page.get("/login?code=%3Cscript%3E");
    assertThat(refused.header("Content-Type")).startsWith("text/html");
    assertThat(refused.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(refused.text()).contains("colophon ui").doesNotContain("<script");
    Reply unknown = page.with("Sec-Fetch-Site", "cross-site").get("/v1/show?target=%3Cscript%3E");
    assertThat(unknown.status()).isEqualTo(403);
    assertThat(unknown.text()).doesNotContain("<script");
    assertThat(page.with("Sec-Fetch-Site", "cross-site").get("/").status())
        .as("status of a link on a foreign page")
        .isEqualTo(200);
  }

  @Test
  void servesPageWithStrictHeaders() throws IOException {
    Caller stranger = LoginLink.fresh().stranger();
    Reply page = stranger.get("/");
    assertThat(page.header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src"
                + " 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors"
                + " 'none'");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.text()).doesNotContain("://").doesNotContain("style=");
    Reply again = stranger.with("If-None-Match", page.header("ETag")).get("/");
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.bytes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/ui/..%2Fopenapi.yaml", "/ui/openapi.yaml", "/ui/", "/ui/Main.class", "/ui/x.js"})
  void servesOnlyFilesOfExplorer(String path) throws IOException {
    assertThat(LoginLink.fresh().stranger().get(path).status()).isIn(400, 404);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests HTTP requests for names, targets and the status. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LookUpTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;

  @BeforeAll
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("st\u001b[2Jore"))
                .withAdapters(List.of(AdapterSpec.of("memory"))));
    caller = Caller.of(service.config().socket());
    StringBuilder operations = new StringBuilder();
    for (String path :
        List.of(
            "/lab/src/a.c",
            "/lab/src/deep/b.c",
            "/lab/src/a.h",
            "/lab/a.c",
            "/l*b/src/star.c",
            "/other/src/o.c",
            "/lab/host:22@site")) {
      operations.append("{\"op\":\"object\",\"path\":\"").append(path).append("\"}\n");
    }
    caller.post("/v1/operations", operations.toString());
  }

  @AfterAll
  static void stop() {
    service.stop();
  }

  @ParameterizedTest
  @CsvSource({
    "src/*.c, /lab, /lab/src/a.c",
    "src/**.c, /lab, /lab/src/a.c /lab/src/deep/b.c",
    "*/a.?, /lab, /lab/src/a.c /lab/src/a.h",
    "a.*, /lab, /lab/a.c /lab/src/a.c /lab/src/a.h",
    "l*, /lab, ''",
    "src/*.c, /l*b, /l*b/src/star.c",
    "lab/*.c, /, /lab/a.c",
    "lab/a, /, /lab/a.c",
    "src/a, /lab, /lab/src/a.c /lab/src/a.h",
    "/lab/*.c, /other, /lab/a.c",
    "/*/src/o.c, /lab, /other/src/o.c"
  })
  void findsNamesBelowDirectory(String pattern, String directory, String expected)
      throws IOException {
    JsonNode names =
        caller
            .get("/v1/names?pattern=" + encode(pattern) + "&directory=" + encode(directory))
            .json()
            .path("names");
    List<String> found = new ArrayList<>();
    names.forEach(each -> found.add(each.path("name").asText()));
    List<String> wanted = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
    assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void rejectsInvalidDirectory() throws IOException {
    Caller.Reply reply = caller.get("/v1/names?pattern=a&directory=" + encode("/a\0b"));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("is not a path in the encoding of this service");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void acceptsNameWithColonAndAtSign() throws IOException {
    assertThat(caller.get("/v1/show?target=host:22@site&directory=/lab").status()).isEqualTo(200);
    assertThat(caller.get("/v1/show?target=pid:22@site").status()).isEqualTo(400);
  }

  @Test
  void escapesStatusInAnyLocale() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      String text = caller.get("/v1/status?format=text").text();
      assertThat(text).contains("st\\u{1b}[2Jore").isASCII();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void rejectsAsOfForQueryWithoutTime() throws IOException {
    for (String path : List.of("/v1/store", "/v1/snapshots")) {
      assertThat(caller.get(path + "?as-of=1").status()).as(path).isEqualTo(400);
      assertThat(caller.get(path).status()).as(path).isEqualTo(200);
    }
  }
}

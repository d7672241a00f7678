// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.colophon.query.export.Exporters;
import org.colophon.query.parameter.ParameterSpec;
import org.colophon.query.parameter.RequestPath;
import org.colophon.query.question.AnswerContext;
import org.colophon.query.question.Question;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.http.Route;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares the API's description with the API: paths, methods, parameters, statuses. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenApiTest {
  private static final String OPEN_LINEAGE =
      "{\"eventType\":\"COMPLETE\",\"eventTime\":\"2026-11-30T10:00:00Z\","
          + "\"run\":{\"runId\":\"1\"},\"job\":{\"namespace\":\"n\",\"name\":\"j\"},"
          + "\"outputs\":[{\"namespace\":\"file\",\"name\":\"/o/job\"}]}";

  private static final String STUBBORN =
      "{\"reporter\":\"ticker\",\"options\":{\"linger\":\"3000\"}}";

  private static final String PARTS =
      "{\"query\":{\"roots\":[{\"type\":\"OBJECT\",\"id\":1,\"lsn\":1}],"
          + "\"direction\":\"ANCESTORS\",\"asOfLsn\":9,\"maxDepth\":1,\"maxNodes\":9,\"hidden\":[],"
          + "\"mine\":\"\"},\"bounds\":[],\"ends\":[]}";

  private static final Path FILE =
      Path.of("src", "main", "resources", "org", "colophon", "service", "openapi.yaml");

  /** A request for every status of every operation. Each has method, path, body and status. */
  private static final List<List<String>> CALLS =
      List.of(
          List.of("GET", "/v1/lineage?target=/o/b&hide=*.x&depth=2&limit=5&all", "", "200"),
          List.of("GET", "/v1/lineage?target=/o/b&direction=sideways", "", "400"),
          List.of("GET", "/v1/lineage?target=/o/none", "", "404"),
          List.of("GET", "/v1/graph?target=/o/b&expand=fold:process:1&depth=4&all", "", "200"),
          List.of("GET", "/v1/graph?target=/o/b&path=object:1", "", "400"),
          List.of("GET", "/v1/graph?target=/o/b&path=object:1,object:99", "", "404"),
          List.of("GET", "/v1/members?target=/o/c&fold=fold:files:object:5&search=d", "", "200"),
          List.of("GET", "/v1/members?target=/o/b", "", "400"),
          List.of("GET", "/v1/members?target=/o/b&fold=fold:files:object:9", "", "404"),
          List.of("GET", "/v1/history?target=/o/b&as-of=now", "", "200"),
          List.of("GET", "/v1/history?target=/o/b&changes=true", "", "200"),
          List.of("GET", "/v1/history?target=pid:7", "", "400"),
          List.of("GET", "/v1/history?target=/o/none", "", "404"),
          List.of("GET", "/v1/undo?target=/o/b&as-of=now", "", "400"),
          List.of("GET", "/v1/undo?target=/o/b&content=sha256:" + "0".repeat(64), "", "404"),
          List.of("GET", "/v1/touched", "", "200"),
          List.of("GET", "/v1/touched?width=wide", "", "400"),
          List.of("GET", "/v1/touched?target=/o/none", "", "404"),
          List.of("GET", "/v1/why?effect=/o/b&cause=/o/a&data-only=true", "", "200"),
          List.of("GET", "/v1/why?effect=/o/b", "", "400"),
          List.of("GET", "/v1/why?effect=/o/b&cause=/o/none", "", "404"),
          List.of("GET", "/v1/why?effect=/o/b&cause=/o/a&cause=pid:7&paths=3", "", "200"),
          List.of("GET", "/v1/common?target=/o/b&target=/o/a&all", "", "200"),
          List.of("GET", "/v1/common?target=/o/b", "", "400"),
          List.of("GET", "/v1/common?target=/o/b&target=/o/none", "", "404"),
          List.of("GET", "/v1/lineage?target=/o/b&target=/o/a", "", "200"),
          List.of("GET", "/v1/diff?first=/o/b&second=/o/a&width=80", "", "200"),
          List.of("GET", "/v1/diff?first=/o/b&second=/o/a&width=wide", "", "400"),
          List.of("GET", "/v1/diff?first=/o/none&second=/o/a", "", "404"),
          List.of("GET", "/v1/compare?first=/o/b&second=/o/c&expand=none&all", "", "200"),
          List.of("GET", "/v1/compare?first=/o/b", "", "400"),
          List.of("GET", "/v1/compare?first=/o/none&second=/o/a", "", "404"),
          List.of("GET", "/v1/stale?target=/o/b&limit=9", "", "200"),
          List.of("GET", "/v1/stale?target=/o/b&limit=all", "", "400"),
          List.of("GET", "/v1/stale?target=/o/none", "", "404"),
          List.of("GET", "/v1/run?target=/o/b", "", "200"),
          List.of("GET", "/v1/run?target=/o/b&limit=all", "", "400"),
          List.of("GET", "/v1/run?target=/o/none", "", "404"),
          List.of("GET", "/v1/show?target=b&directory=/o&format=text", "", "200"),
          List.of("GET", "/v1/show", "", "400"),
          List.of("GET", "/v1/show?target=object:999", "", "404"),
          List.of("GET", "/v1/inspect?target=/o/b&zone=Europe/Berlin", "", "200"),
          List.of("GET", "/v1/inspect?target=/o/b&zone=Mars", "", "400"),
          List.of("GET", "/v1/inspect?target=process:999", "", "404"),
          List.of("GET", "/v1/identify?content=sha256:" + "0".repeat(64), "", "200"),
          List.of("GET", "/v1/identify?content=/o/b", "", "400"),
          List.of("GET", "/v1/export?format=dot&limit=9", "", "200"),
          List.of("GET", "/v1/export?limit=all", "", "400"),
          List.of("GET", "/v1/export?target=/o/none", "", "404"),
          List.of("GET", "/v1/names?pattern=/o/*&limit=3&colours=false", "", "200"),
          List.of("GET", "/v1/names?pattern=/o/*&format=dot", "", "400"),
          List.of("GET", "/v1/names?pattern=x&adapter=none", "", "404"),
          List.of("GET", "/v1/find?name=*&written-by=pid:7&sort=bytes&format=csv", "", "200"),
          List.of("GET", "/v1/find?kind=filing", "", "400"),
          List.of("GET", "/v1/find?writes=/o/none", "", "404"),
          List.of("GET", "/v1/hosts", "", "200"),
          List.of("GET", "/v1/cluster/hosts", "", "200"),
          List.of(
              "POST",
              "/v1/frames?store=0123456789abcdef&host=0123456789abcdef0123456789abcdef",
              "",
              "200"),
          List.of("POST", "/v1/frames?store=x", "", "400"),
          List.of("POST", "/v1/cluster/lineage", PARTS, "200"),
          List.of("POST", "/v1/cluster/lineage", "{", "400"),
          List.of("POST", "/v1/cluster/find", "{\"conditions\":{},\"zone\":\"UTC\"}", "200"),
          List.of("POST", "/v1/cluster/find", "[", "400"),
          List.of("GET", "/v1/journal?after=0&reader=r&wait=0", "", "200"),
          List.of("GET", "/v1/journal?after=x", "", "400"),
          List.of("GET", "/v1/journal?after=99999999", "", "409"),
          List.of("GET", "/v1/recordings?limit=2", "", "200"),
          List.of("GET", "/v1/recordings?limit=few", "", "400"),
          List.of("GET", "/v1/recordings?adapter=none", "", "404"),
          List.of("POST", "/v1/backups", "{\"directory\":\"here\"}", "400"),
          List.of("POST", "/v1/backups", "{\"directory\":\"/tmp\"}", "409"),
          List.of("GET", "/v1/retention", "", "200"),
          List.of("POST", "/v1/retention", "{\"age\":\"90d\",\"dryRun\":true}", "202"),
          List.of("POST", "/v1/retention", "{\"age\":\"soon\"}", "400"),
          List.of("GET", "/v1/snapshots", "", "200"),
          List.of("GET", "/v1/snapshots?as-of=yesterdayish", "", "400"),
          List.of("GET", "/v1/snapshots?adapter=none", "", "404"),
          List.of("POST", "/v1/snapshots", "{\"name\":\"taken\"}", "201"),
          List.of("POST", "/v1/snapshots", "{\"name\":\"7\"}", "400"),
          List.of("POST", "/v1/snapshots", "{\"name\":\"taken\"}", "409"),
          List.of("POST", "/v1/snapshots", "{\"name\":\"taken\",\"change\":\"delete\"}", "200"),
          List.of("POST", "/v1/snapshots", "{\"name\":\"taken\",\"change\":\"move\"}", "404"),
          List.of("GET", "/v1/transactions", "", "200"),
          List.of("GET", "/v1/transactions?as-of=1", "", "400"),
          List.of("POST", "/v1/transactions/t/commit", "", "404"),
          List.of("POST", "/v1/transactions/t,u/commit", "", "400"),
          List.of("POST", "/v1/transactions/t/abort", "", "404"),
          List.of("POST", "/v1/transactions/t,u/abort", "", "400"),
          List.of("POST", "/v1/transactions/t/abandon", "", "404"),
          List.of("POST", "/v1/transactions/t,u/abandon", "", "400"),
          List.of("GET", "/v1/lsn?as-of=now", "", "200"),
          List.of("GET", "/v1/lsn", "", "400"),
          List.of("GET", "/v1/lsn?as-of=1&adapter=none", "", "404"),
          List.of("GET", "/v1/cypher/words", "", "200"),
          List.of("GET", "/v1/cypher/words?adapter=none", "", "404"),
          List.of("GET", "/v1/store", "", "200"),
          List.of("GET", "/v1/store?directory=relative", "", "400"),
          List.of("GET", "/v1/store?adapter=none", "", "404"),
          List.of("POST", "/v1/operations?keep-all&ids", "{\"op\":\"process\"}", "200"),
          List.of("POST", "/v1/operations?atomic", "", "400"),
          List.of("POST", "/api/v1/lineage", OPEN_LINEAGE, "201"),
          List.of("POST", "/api/v1/lineage", "{}", "400"),
          List.of("GET", "/api/v1/lineage?nodeId=dataset:file:/o/b&depth=2", "", "200"),
          List.of("GET", "/api/v1/lineage?nodeId=/o/b", "", "400"),
          List.of("GET", "/api/v1/lineage?nodeId=job:none:none", "", "404"),
          List.of("GET", "/v1/sources", "", "200"),
          List.of("POST", "/v1/sources/s/operations?first=1&session=a&keep-all", "\n", "200"),
          List.of("POST", "/v1/sources/s/operations?first=0", "", "400"),
          List.of("POST", "/v1/sources/s/operations?first=9", "", "409"),
          List.of("GET", "/v1/sources/s", "", "200"),
          List.of("GET", "/v1/sources/s,t", "", "400"),
          List.of("DELETE", "/v1/sources/s", "", "200"),
          List.of("DELETE", "/v1/sources/s,t", "", "400"),
          List.of("DELETE", "/v1/sources/s", "", "404"),
          List.of("POST", "/v1/cypher", "{\"statement\":\"RETURN 1\"}", "200"),
          List.of("POST", "/v1/cypher", "{\"statment\":\"RETURN 1\"}", "400"),
          List.of("POST", "/v1/cypher?adapter=x", "{\"statement\":\"RETURN 1\"}", "404"),
          List.of("GET", "/v1/reporters", "", "200"),
          List.of("POST", "/v1/reporters", "{\"reporter\":\"ticker\"}", "201"),
          List.of("POST", "/v1/reporters", "[]", "400"),
          List.of(
              "POST",
              "/v1/reporters",
              "{\"reporter\":\"ticker\",\"options\":{\"file\":\"/etc/passwd\"}}",
              "403"),
          List.of("POST", "/v1/reporters", "{\"reporter\":\"none\"}", "404"),
          List.of("GET", "/v1/reporters/available", "", "200"),
          List.of("DELETE", "/v1/reporters/ticker-1", "", "200"),
          List.of("DELETE", "/v1/reporters/ticker-9", "", "404"),
          List.of("POST", "/v1/reporters", STUBBORN, "201"),
          List.of("POST", "/v1/reporters", "{\"id\":\"ticker-2\",\"reporter\":\"ticker\"}", "409"),
          List.of("DELETE", "/v1/reporters/ticker-2", "", "202"),
          List.of("GET", "/v1/adapters", "", "200"),
          List.of("GET", "/", "", "200"),
          List.of("GET", "/ui/main.js", "", "200"),
          List.of("GET", "/ui/none.js", "", "404"),
          List.of("GET", "/login?code=none", "", "403"),
          List.of("GET", "/v1/explorer", "", "200"),
          List.of("POST", "/v1/explorer", "", "201"),
          List.of("GET", "/v1/status?format=text", "", "200"),
          List.of("GET", "/v1/status?format=xml", "", "400"),
          List.of("GET", "/v1/tail?operations=perhaps", "", "400"),
          List.of("GET", "/v1/openapi.yaml", "", "200"),
          List.of("GET", "/metrics", "", "200"),
          List.of("GET", "/healthz", "", "200"),
          List.of("GET", "/readyz", "", "200"));

  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;
  private static Map<String, Object> paths;

  @BeforeAll
  @SuppressWarnings("unchecked") // the structure of the document is known
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"), AdapterSpec.of("graphlike")))
                .withLimits(Limits.withRequestTime(Duration.ofSeconds(4))));
    caller = Caller.of(service.config().socket());
    caller.post(
        "/v1/operations",
        "{\"op\":\"process\",\"id\":\"p\",\"pid\":7}\n"
            + "{\"op\":\"read\",\"process\":\"p\",\"path\":\"/o/a\"}\n"
            + "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/o/b\"}\n"
            + "{\"op\":\"process\",\"id\":\"q\",\"pid\":8}\n"
            + "{\"op\":\"read\",\"process\":\"q\",\"path\":\"/o/d1\"}\n"
            + "{\"op\":\"read\",\"process\":\"q\",\"path\":\"/o/d2\"}\n"
            + "{\"op\":\"read\",\"process\":\"q\",\"path\":\"/o/d3\"}\n"
            + "{\"op\":\"write\",\"process\":\"q\",\"path\":\"/o/c\"}\n");
    String text = caller.get("/v1/openapi.yaml").text();
    Object document = new YAMLMapper().readValue(text, Object.class);
    paths = (Map<String, Object>) ((Map<String, Object>) document).get("paths");
  }

  @AfterAll
  static void stop() {
    service.stop();
  }

  @SuppressWarnings("unchecked") // as above
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  /** Returns every operation of the document, as method and path, with its description. */
  private static Map<String, Map<String, Object>> operations() {
    Map<String, Map<String, Object>> found = new TreeMap<>();
    paths.forEach(
        (path, methods) ->
            map(methods)
                .forEach(
                    (method, operation) -> {
                      if (!method.equals("parameters")) {
                        found.put(method.toUpperCase(Locale.ROOT) + " " + path, map(operation));
                      }
                    }));
    return found;
  }

  private static Set<String> queryParameters(Map<String, Object> operation) {
    Set<String> names = new TreeSet<>();
    if (operation.get("parameters") instanceof List<?> list) {
      list.stream()
          .filter(each -> map(each).get("in").equals("query"))
          .forEach(each -> names.add((String) map(each).get("name")));
    }
    return names;
  }

  @Test
  void describesExactlyTheRoutes() {
    Set<String> served = new TreeSet<>();
    service.routes().forEach(route -> served.add(route.method() + " " + route.path()));
    assertThat(operations().keySet()).isEqualTo(served);
  }

  @Test
  void describesExactlyTheParameters() {
    for (Route route : service.routes()) {
      String operation = route.method() + " " + route.path();
      assertThat(queryParameters(operations().get(operation)))
          .as(operation)
          .isEqualTo(new TreeSet<>(route.parameters()));
    }
  }

  /** Writes the file with {@code -Dcolophon.update}. Review the difference then. */
  @Test
  void describesParametersOfQuestionsAsDeclared() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(FILE));
    for (Class<? extends Question> question : Question.types()) {
      int path = lines.indexOf("  " + question.getAnnotation(RequestPath.class).value() + ":");
      int begin = path + lines.subList(path, lines.size()).indexOf("      parameters:") + 1;
      while (lines.get(begin).startsWith("        - ")) {
        lines.remove(begin);
      }
      lines.addAll(begin, parameterLines(question));
    }
    String generated = String.join("\n", lines) + "\n";
    if (System.getProperty("colophon.update") != null) {
      Files.writeString(FILE, generated);
    }
    assertThat(Files.readString(FILE)).isEqualTo(generated);
  }

  private static List<String> parameterLines(Class<? extends Question> question) {
    return AnswerContext.parameters(question).stream()
        .map(
            each ->
                "        - {name: %s, in: query, required: %b, description: '%s', schema: {type: %s}}"
                    .formatted(
                        each.name(),
                        each.isRequired(),
                        description(each, question).replace("'", "''"),
                        schema(each)))
        .toList();
  }

  private static String description(ParameterSpec parameter, Class<? extends Question> question) {
    if (parameter.isDirection()) {
      return "ancestors (the default) or descendants";
    }
    if (parameter.name().equals("format")) {
      return formats(question);
    }
    String note = parameter.declared().note();
    String help =
        parameter.help().replaceAll("\\.$", "").replaceAll("(?<!trace )--([a-z])", "$1")
            + (note.isEmpty() ? "" : "; " + note);
    String values =
        switch (parameter.label()) {
          case "TARGET", "EFFECT", "A", "B" ->
              "; a target is a path, path@WHEN, exe:PROGRAM, pid:N, process:ID or object:ID";
          case "CAUSE" -> "; a target, also HOST:/path or object:HOST/42 of another host";
          case "DIR" -> "; empty for the default";
          default -> "";
        };
    String repeated = parameter.isRepeated() && !help.endsWith("Repeatable") ? "; repeatable" : "";
    return help + values + repeated + (parameter.arity().startsWith("2") ? ", at least twice" : "");
  }

  private static String formats(Class<? extends Question> question) {
    List<String> formats =
        new ArrayList<>(List.of(question.getAnnotation(RequestPath.class).formats()));
    if (formats.isEmpty()) {
      Exporters.all().forEach(each -> formats.add(each.name()));
    }
    int last = formats.size() - 1;
    String words = String.join(", ", formats.subList(0, last)) + " or " + formats.get(last);
    return words.replaceFirst("\\bjson\\b", "json (the default)");
  }

  private static String schema(ParameterSpec parameter) {
    if (parameter.isRepeated()) {
      return "array, items: {type: string}";
    }
    return parameter.isNumber()
        ? "integer"
        : parameter.type() == boolean.class ? "boolean" : "string";
  }

  @Test
  void answersExactlyTheDescribedStatuses() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (List<String> call : CALLS) {
      byte[] body = call.get(2).getBytes(StandardCharsets.UTF_8);
      Reply reply = caller.call(call.get(0), call.get(1), body);
      String operation = call.get(0) + " " + routeOf(call.get(1));
      assertThat("" + reply.status()).as(call + reply.text()).isEqualTo(call.get(3));
      if (reply.status() >= 400) {
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.json().path("detail").asText()).isNotEmpty();
      }
      seen.add(operation + " " + call.get(3));
    }
    seen.add("GET /v1/tail 200"); // never ends; tested by TailTest
    seen.add("GET /v1/undo 200"); // needs a patch; tested by UndoIT
    seen.add("POST /v1/backups 201"); // needs RocksDB; tested by BackupCommandTest
    seen.add("GET /login 303"); // needs a code; tested by ExplorerAccessTest
    seen.add("GET / 304"); // needs a header; tested by ExplorerAccessTest
    seen.add("POST /v1/retention 409"); // needs a long run; tested by RetentionTest
    for (String decision : List.of("commit", "abort", "abandon")) {
      seen.add("POST /v1/transactions/{id}/" + decision + " 200"); // tested by TransactionsTest
      seen.add(
          "POST /v1/transactions/{id}/" + decision + " 409"); // needs a second decision meanwhile
    }
    assertThat(seen).isEqualTo(described());
  }

  private static String routeOf(String path) {
    String plain = path.replaceFirst("\\?.*", "");
    boolean isReporter = plain.matches("/v1/reporters/[a-z]+-[0-9]+");
    String general =
        plain
            .replaceFirst("/v1/sources/[^/]+", "/v1/sources/{source}")
            .replaceFirst("/v1/transactions/[^/]+/", "/v1/transactions/{id}/");
    return isReporter ? "/v1/reporters/{id}" : general.replaceFirst("^/ui/.*", "/ui/{file}");
  }

  private static Set<String> described() {
    Set<String> found = new TreeSet<>();
    operations()
        .forEach(
            (name, operation) ->
                map(operation.get("responses"))
                    .keySet()
                    .forEach(status -> found.add(name + " " + status)));
    return found;
  }
}

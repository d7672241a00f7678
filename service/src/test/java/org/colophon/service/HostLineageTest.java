// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.colophon.core.host.StoreHost;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests lineage that crosses connections between hosts of one service. */
@Timeout(60)
class HostLineageTest {
  private static final long START_NANOS = 1_790_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path temp;

  private final List<StoreHost> hosts =
      List.of(
          new StoreHost("a".repeat(32), "web"),
          new StoreHost("b".repeat(32), "db"),
          new StoreHost("c".repeat(32), "log"));

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withReplication(
                    ReplicationConfig.NONE.sharing(
                        Map.of("data", Map.of("web", "/mnt/data", "db", "/srv")))));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  /** Reports a process that reads one object and then writes another. */
  private void pass(int host, String from, String to, long nanos) throws IOException {
    pass(host, from, to, nanos, 0);
  }

  private void pass(int host, String from, String to, long nanos, long bytes) throws IOException {
    String lines =
        """
        {"op":"process","id":"p","executable":"/bin/pass","time":%1$d}
        {"op":"read","process":"p","path":"%2$s","time":%1$d,"bytes":%4$d}
        {"op":"write","process":"p","path":"%3$s","time":%1$d,"bytes":%4$d}
        {"op":"exit","process":"p","time":%1$d}
        """
            .formatted(nanos, from, to, bytes);
    post(host, lines);
  }

  private void post(int host, String lines) throws IOException {
    StoreHost reporter = hosts.get(host);
    Caller.Reply reply =
        caller
            .with("Colophon-Host", reporter.id())
            .with("Colophon-Host-Name", reporter.name())
            .post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt(-1)).as(reply.text()).isZero();
  }

  private static String sent(int from, int to, int port) {
    return "tcp://10.0.0.%d:80/sent?from=10.0.0.%d:%d".formatted(to, from, port);
  }

  private static String received(int from, int to, int port) {
    return "tcp://10.0.0.%d:%d/received?from=10.0.0.%d:80".formatted(from, port, to);
  }

  private Caller.Reply query(String question) throws IOException {
    Caller.Reply reply = caller.get("/v1/lineage?all=true&depth=1000&" + question);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  private static Set<String> files(JsonNode lineage, String ownHost) {
    Set<String> found = new HashSet<>();
    for (JsonNode node : lineage.path("nodes")) {
      String name = node.path("name").asText();
      if (name.startsWith("/f")) {
        found.add(node.path("host").asText(ownHost) + ":" + name);
      }
    }
    return found;
  }

  @Test
  void crossesConnectionInBothDirections() throws IOException {
    pass(0, "/f/secret", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS + SECOND / 10);
    assertThat(query("target=/f/out&host=db&format=tree").text())
        .contains("received?from", "sent as web:tcp://10.0.0.1:80/sent", "read web:/f/secret");
    assertThat(query("target=/f/secret&host=web&direction=descendants&format=tree").text())
        .contains("arrived as db:tcp://10.0.0.0:5000/received", "wrote db:/f/out");
    assertThat(query("target=/f/out&host=db&format=dot").text()).contains("web:/f/secret");
  }

  @Test
  void crossesConnectionInBothDirectionsWhenTheClockWentBackLater() throws IOException {
    pass(0, "/f/secret", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS + SECOND / 10);
    long lsn = caller.get("/v1/store?host=db").json().path("lastLsn").asLong();
    pass(1, "/f/other", "/f/last", START_NANOS - 900 * SECOND);
    assertThat(files(query("target=/f/secret&host=web&direction=descendants").json(), "web"))
        .contains("db:/f/out");
    assertThat(files(query("target=/f/out&host=db&as-of=" + lsn).json(), "db"))
        .contains("web:/f/secret");
  }

  private JsonNode why(String question) throws IOException {
    Caller.Reply reply = caller.get("/v1/why?" + question);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private static List<String> keys(JsonNode why) {
    List<String> found = new ArrayList<>();
    why.path("hops").forEach(hop -> found.add(hop.path("cause").path("name").asText()));
    return found;
  }

  @Test
  void explainsByChainThatCrossesHosts() throws IOException {
    pass(0, "/f/secret", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS + SECOND / 10);
    pass(0, "/f/late", sent(0, 1, 5000), START_NANOS + 20 * SECOND);
    List<String> chain =
        List.of("/bin/pass", received(0, 1, 5000), sent(0, 1, 5000), "/bin/pass", "/f/secret");
    assertThat(keys(why("effect=/f/out&host=db&cause=web:/f/secret"))).isEqualTo(chain);
    assertThat(keys(why("effect=/f/out&host=db&cause=" + "a".repeat(32) + ":/f"))).isEqualTo(chain);
    JsonNode sender = why("effect=/f/out&host=db&cause=web:/f/secret").path("hops").get(3);
    String process = sender.path("cause").path("key").asText();
    assertThat(process).startsWith("process:web/");
    assertThat(keys(why("effect=/f/out&host=db&cause=" + process))).hasSize(4);
    assertThat(why("effect=/f/out&host=db&cause=web:/f/late").path("found").asBoolean(true))
        .isFalse();
    assertThat(caller.get("/v1/why?effect=/f/out&host=db&cause=web:/f/none").text())
        .contains("nothing is known of /f/none on host web");
    assertThat(caller.get("/v1/why?effect=/f/out&host=db&cause=web:/f/secret&format=text").text())
        .contains("sent as web:tcp://10.0.0.1:80/sent", "read web:/f/secret");
  }

  /**
   * Reports a short chain that crosses a connection too late, and a longer chain that crosses in
   * time.
   */
  @Test
  void explainsByLongerChainIfShorterChainCrossesTooLate() throws IOException {
    pass(0, "/f/in", "/f/copy", START_NANOS);
    pass(0, "/f/copy", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/first", START_NANOS + SECOND);
    pass(0, "/f/in", sent(0, 1, 5000), START_NANOS + 20 * SECOND);
    pass(1, received(0, 1, 5000), "/f/second", START_NANOS + 21 * SECOND);
    pass(1, "/f/first", "/f/both", START_NANOS + 22 * SECOND);
    pass(1, "/f/second", "/f/third", START_NANOS + 22 * SECOND);
    pass(1, "/f/third", "/f/both", START_NANOS + 23 * SECOND);
    assertThat(keys(why("effect=/f/first&host=db&cause=web:/f/in"))).contains("/f/copy");
    assertThat(keys(why("effect=/f/second&host=db&cause=web:/f/in"))).doesNotContain("/f/copy");
    assertThat(keys(why("effect=/f/both&host=db&cause=web:/f/in")))
        .as("nodes of a chain through /f/copy or /f/third")
        .hasSize(9);
  }

  @Test
  void exportsSeveralHostsWithScopedIds() throws IOException {
    pass(0, "/f/a b", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS);
    Caller.Reply prov = caller.get("/v1/export?target=/f/out&host=db&format=prov-json");
    JsonNode document = prov.json();
    List<String> ids = new ArrayList<>();
    for (String type : List.of("entity", "activity")) {
      document.path(type).fieldNames().forEachRemaining(ids::add);
    }
    assertThat(ids).allMatch(id -> id.matches("(object|process):(web|db)/[0-9]+(\\.v[0-9]+)?"));
    List<String> locations = new ArrayList<>();
    document.path("entity").forEach(each -> locations.add(each.path("prov:location").asText()));
    assertThat(locations).contains("file://web/f/a%20b", "file://db/f/out");
    assertThat(document.path("wasInfluencedBy").toString()).contains("connection");
    assertThat(prov.header("Colophon-Remark")).contains("over%20several%20hosts");
    assertThat(caller.get("/v1/export?target=/f/out&host=db&format=graphml").text())
        .contains("<data key=\"host\">web</data><data key=\"uri\">file://web/f/a%20b</data>");
    JsonNode both =
        caller.get("/v1/export?target=/f/out&host=db&format=json&direction=both").json();
    assertThat(both.path("summary").path("hosts").path("cut").size()).isEqualTo(2);
    assertThat(files(both, "")).containsExactlyInAnyOrder("db:/f/out", "web:/f/a b");
  }

  @Test
  void reportsTheOnlyHostOfAnExportWithoutTargets() throws IOException {
    pass(0, "/f/a", "/f/b", START_NANOS);
    pass(1, "/f/a", "/f/b", START_NANOS);
    Caller.Reply reply = caller.get("/v1/export?host=db&format=prov-json");
    assertThat(URLDecoder.decode(reply.header("Colophon-Remark"), StandardCharsets.UTF_8))
        .isEqualTo("about host db only; see colophon hosts");
    assertThat(reply.text()).doesNotContain("colophon:host", "db/");
  }

  @Test
  void reportsClocksThatAreDaysApart() throws IOException {
    long days = 3 * 86_400 * SECOND;
    pass(0, "/f/secret", sent(0, 1, 5000), START_NANOS + days);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS);
    String doubt =
        "db received data that web sent 259,200 seconds later: a clock is wrong, or web was not recorded then";
    JsonNode summary = query("target=/f/out&host=db").json().path("summary");
    assertThat(summary.path("incomplete").asBoolean()).isTrue();
    assertThat(summary.path("hosts").path("missing").get(0).asText()).startsWith(doubt);
    String remark = query("target=/f/out&host=db&format=tree").header("Colophon-Remark");
    assertThat(URLDecoder.decode(remark, StandardCharsets.UTF_8))
        .startsWith("incomplete: " + doubt);
    JsonNode descendants = query("target=/f/secret&host=web&direction=descendants").json();
    assertThat(descendants.path("summary").toString()).contains(doubt);
    JsonNode why = why("effect=/f/out&host=db&cause=web:/f/secret");
    assertThat(why.path("found").asBoolean(true)).isFalse();
    assertThat(why.path("summary").toString()).contains(doubt);
  }

  @Test
  void reportsNoDoubtfulClocksIfDifferenceIsWithinSkew() throws IOException {
    pass(0, "/f/secret", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS - SECOND);
    pass(1, received(0, 1, 6000), "/f/out", START_NANOS + 100 * SECOND);
    pass(0, "/f/other", sent(0, 1, 6000), START_NANOS + 99 * SECOND);
    JsonNode summary = query("target=/f/out&host=db").json().path("summary");
    assertThat(summary.path("incomplete").asBoolean(true)).isFalse();
    assertThat(summary.path("hosts").path("missing")).isEmpty();
  }

  @Test
  void crossesSharedDirectoryInBothDirections() throws IOException {
    pass(0, "/f/in", "/mnt/data/sub/x", START_NANOS);
    pass(1, "/srv/sub/x", "/f/out", START_NANOS + SECOND);
    pass(2, "/srv/sub/x", "/f/elsewhere", START_NANOS + SECOND);
    assertThat(query("target=/f/out&host=db&format=tree").text())
        .contains("read /srv/sub/x", "shared as web:/mnt/data/sub/x", "read web:/f/in");
    assertThat(files(query("target=/f/in&host=web&direction=descendants").json(), "web"))
        .containsExactlyInAnyOrder("web:/f/in", "db:/f/out");
    JsonNode joined = query("target=/f/out&host=db").json().path("edges");
    List<String> shared = new ArrayList<>();
    joined.forEach(
        each -> {
          if (each.path("kind").asText().equals("shared")) {
            shared.add(each.path("effect").asText() + " " + each.path("cause").asText());
          }
        });
    assertThat(shared).as("shared edges, none in the opposite direction").hasSize(1);
    assertThat(files(query("target=/f/elsewhere&host=log").json(), "log"))
        .containsExactly("log:/f/elsewhere");
  }

  @Test
  void omitsWritesToSharedFileAfterTheRead() throws IOException {
    pass(0, "/f/early", "/mnt/data/x", START_NANOS);
    pass(1, "/srv/x", "/f/out", START_NANOS + SECOND);
    pass(0, "/f/late", "/mnt/data/x", START_NANOS + 10 * SECOND);
    assertThat(files(query("target=/f/out&host=db").json(), "db"))
        .containsExactlyInAnyOrder("db:/f/out", "web:/f/early");
  }

  @Test
  void omitsDataSentAfterTheReceive() throws IOException {
    pass(0, "/f/early", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS + SECOND);
    pass(0, "/f/late", sent(0, 1, 5000), START_NANOS + 10 * SECOND);
    assertThat(files(query("target=/f/out&host=db").json(), "db"))
        .containsExactlyInAnyOrder("db:/f/out", "web:/f/early");
  }

  @Test
  void omitsDataReceivedBeforeTheSend() throws IOException {
    pass(1, received(0, 1, 5000), "/f/before", START_NANOS);
    pass(0, "/f/in", sent(0, 1, 5000), START_NANOS + 10 * SECOND);
    pass(1, received(0, 1, 5000), "/f/after", START_NANOS + 11 * SECOND);
    assertThat(files(query("target=/f/in&host=web&direction=descendants").json(), "web"))
        .containsExactlyInAnyOrder("web:/f/in", "db:/f/after");
  }

  @Test
  void relatesDataByBytePositionsAtEqualTimes() throws IOException {
    for (int round = 0; round < 4; round++) {
      pass(0, "/f/in" + round, sent(0, 1, 5000), START_NANOS, 100 + round);
    }
    pass(1, received(0, 1, 5000), "/f/out1", START_NANOS, 201);
    pass(1, received(0, 1, 5000), "/f/out2", START_NANOS, 50);
    pass(1, received(0, 1, 5000), "/f/out3", START_NANOS, 155);
    assertThat(files(query("target=/f/out1&host=db").json(), "db"))
        .containsExactlyInAnyOrder("db:/f/out1", "web:/f/in0", "web:/f/in1");
    assertThat(files(query("target=/f/out2&host=db").json(), "db"))
        .contains("web:/f/in2")
        .doesNotContain("web:/f/in3");
    assertThat(files(query("target=/f/in1&host=web&direction=descendants").json(), "web"))
        .contains("db:/f/out1", "db:/f/out2");
    assertThat(files(query("target=/f/in2&host=web&direction=descendants").json(), "web"))
        .containsExactlyInAnyOrder("web:/f/in2", "db:/f/out2", "db:/f/out3");
    assertThat(files(query("target=/f/in3&host=web&direction=descendants").json(), "web"))
        .containsExactlyInAnyOrder("web:/f/in3", "db:/f/out3");
  }

  @Test
  void relatesDataByTimesIfOneHostMovedMoreBytes() throws IOException {
    for (int round = 0; round < 3; round++) {
      pass(0, "/f/in" + round, sent(0, 1, 5000), START_NANOS, 100);
    }
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS, 100);
    pass(1, received(0, 1, 5000), "/f/out2", START_NANOS, 199);
    assertThat(files(query("target=/f/out&host=db").json(), "db"))
        .containsExactlyInAnyOrder("db:/f/out", "web:/f/in0", "web:/f/in1", "web:/f/in2");
    assertThat(files(query("target=/f/in2&host=web&direction=descendants").json(), "web"))
        .containsExactlyInAnyOrder("web:/f/in2", "db:/f/out", "db:/f/out2");
  }

  /** If the skew accumulated, each change of direction would admit two more seconds. */
  @Test
  void admitsSkewOnlyOnceInLongConversation() throws IOException {
    pass(0, "/f/before", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS);
    for (int turn = 1; turn <= 8; turn++) {
      long nanos = START_NANOS + turn * 3 * SECOND / 2;
      talk(0, "/f/client" + turn, reply(0, 1), sent(0, 1, 5000), nanos);
      talk(1, "/f/server" + turn, received(0, 1, 5000), answer(0, 1), nanos);
    }
    assertThat(files(query("target=/f/out&host=db").json(), "db"))
        .contains("web:/f/before")
        .doesNotContain("web:/f/client3", "db:/f/server3", "web:/f/client8");
  }

  private static String answer(int client, int server) {
    return "tcp://10.0.0.%d:5000/sent?from=10.0.0.%d:80".formatted(client, server);
  }

  private static String reply(int client, int server) {
    return "tcp://10.0.0.%d:80/received?from=10.0.0.%d:5000".formatted(server, client);
  }

  /**
   * Reports a process that reads a file and one end of a connection, and writes to the other end.
   */
  private void talk(int host, String file, String in, String out, long nanos) throws IOException {
    pass(host, file, out, nanos);
    pass(host, in, out, nanos);
  }

  @Test
  void doesNotCrossHostsOnLoopbackOrFromUnknownPeers() throws IOException {
    pass(0, "/f/a", "tcp://127.0.0.1:80/sent?from=127.0.0.1:5000", START_NANOS);
    pass(1, "tcp://127.0.0.1:5000/received?from=127.0.0.1:80", "/f/b", START_NANOS);
    pass(1, received(0, 1, 7777), "/f/c", START_NANOS);
    assertThat(files(query("target=/f/b&host=db").json(), "db")).containsExactly("db:/f/b");
    assertThat(files(query("target=/f/c&host=db").json(), "db")).containsExactly("db:/f/c");
  }

  @Test
  void findsSenderIfOneAddressIsUnknown() throws IOException {
    pass(0, "/f/a", sent(0, 1, 5000), START_NANOS);
    pass(1, "tcp://10.0.0.0:5000/received", "/f/b", START_NANOS);
    assertThat(files(query("target=/f/b&host=db").json(), "db")).contains("web:/f/a");
  }

  private JsonNode missing(String question) throws IOException {
    JsonNode summary = query(question).json().path("summary");
    JsonNode missing = summary.path("hosts").path("missing");
    assertThat(summary.path("incomplete").asBoolean()).isEqualTo(!missing.isEmpty());
    return missing;
  }

  @Test
  void marksReceiveFromKnownHostWithoutMatchingSend() throws IOException {
    pass(0, "/f/a", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 6000), "/f/out", START_NANOS + SECOND);
    pass(0, "/f/b", "/f/c", START_NANOS + 2 * SECOND);
    String mark =
        "bytes arrived from web at db without a matching send in its history (%s): trace the sending programs too"
            .formatted(received(0, 1, 6000));
    assertThat(missing("target=/f/out&host=db")).hasSize(1);
    assertThat(missing("target=/f/out&host=db").get(0).asText()).isEqualTo(mark);
    String remark = query("target=/f/out&host=db&format=tree").header("Colophon-Remark");
    assertThat(URLDecoder.decode(remark, StandardCharsets.UTF_8)).isEqualTo("incomplete: " + mark);
    assertThat(why("effect=/f/out&host=db&cause=web:/f/a").path("summary").toString())
        .contains("without a matching send");
  }

  @Test
  void marksReceiveFromConnectionWithoutSendUntilThen() throws IOException {
    pass(0, sent(0, 1, 5000), "/f/a", START_NANOS); // such as an open, or a peek
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS);
    pass(0, "/f/b", "/f/c", START_NANOS + SECOND);
    assertThat(missing("target=/f/out&host=db").get(0).asText())
        .startsWith("bytes arrived from web at db without a matching send");
  }

  @Test
  void marksReceiveAfterTheEndOfTheSendersHistory() throws IOException {
    pass(0, "/f/a", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 6000), "/f/out", START_NANOS + 10 * SECOND);
    assertThat(missing("target=/f/out&host=db").get(0).asText())
        .startsWith("the history of web ends before bytes from it arrived at db (tcp://10.0.0.0");
  }

  @Test
  void marksNoReceiveFromUnknownOrMatchedHost() throws IOException {
    pass(0, "/f/a", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/out", START_NANOS + SECOND);
    pass(1, received(7, 1, 5000), "/f/out", START_NANOS + SECOND); // of no host of this service
    pass(0, "/f/b", "/f/c", START_NANOS + 2 * SECOND);
    assertThat(missing("target=/f/out&host=db")).isEmpty();
    assertThat(missing("target=/f/a&host=web&direction=descendants")).isEmpty();
  }

  @Test
  void reportsCutAsOfWhichAnswerIsTheSame() throws IOException {
    pass(0, "/f/a", sent(0, 1, 5000), START_NANOS);
    pass(1, received(0, 1, 5000), "/f/b", START_NANOS);
    Caller.Reply now = query("target=/f/b&host=db&format=tree");
    String remark = URLDecoder.decode(now.header("Colophon-Remark"), StandardCharsets.UTF_8);
    assertThat(remark).matches("over several hosts, as of db=[0-9]+,web=[0-9]+");
    String cut = remark.replaceFirst(".* ", "");
    pass(0, "/f/new", sent(0, 1, 5000), START_NANOS + 1);
    pass(1, received(0, 1, 5000), "/f/b", START_NANOS + 1);
    assertThat(files(query("target=/f/b&host=db").json(), "db")).contains("web:/f/new");
    assertThat(query("target=/f/b&host=db&format=tree&as-of=" + cut).text()).isEqualTo(now.text());
    assertThat(caller.get("/v1/lineage?target=/f/b&host=db&as-of=web=5").text())
        .contains("has no LSN of the queried host; add db=LSN");
  }

  /** Compares lineage between hosts whose clocks differ with the real influences on each file. */
  @Test
  void findsExactlyTheInfluencesUnderSkewOfOneSecond() throws IOException {
    long[] skews = {-SECOND / 2, 0, SECOND / 2};
    Random random = new Random(7);
    List<List<String>> names = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<List<Set<String>>> influences =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int host = 0; host < 3; host++) {
      names.get(host).add("/f/root");
      influences.get(host).add(Set.of(hosts.get(host).name() + ":/f/root"));
    }
    for (int step = 0; step < 150; step++) {
      long nanos = START_NANOS + step * SECOND / 50;
      int from = random.nextInt(3);
      int to = random.nextInt(3);
      int chosen = random.nextInt(names.get(from).size());
      String file = "/f/" + step;
      if (from == to) {
        pass(from, names.get(from).get(chosen), file, nanos + skews[from]);
      } else {
        int port = 10_000 + step;
        pass(from, names.get(from).get(chosen), sent(from, to, port), nanos + skews[from]);
        pass(to, received(from, to, port), file, nanos + 1_000_000 + skews[to]);
      }
      Set<String> truth = new HashSet<>(influences.get(from).get(chosen));
      truth.add(hosts.get(to).name() + ":" + file);
      names.get(to).add(file);
      influences.get(to).add(truth);
    }
    for (int host = 0; host < 3; host++) {
      String name = hosts.get(host).name();
      for (int i = 0; i < names.get(host).size(); i += 5) {
        JsonNode lineage = query("target=" + names.get(host).get(i) + "&host=" + name).json();
        assertThat(files(lineage, name)).isEqualTo(influences.get(host).get(i));
      }
    }
  }
}

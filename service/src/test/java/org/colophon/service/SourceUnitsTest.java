// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests units in numbered lines. Each is recorded completely with its position, or not at all. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SourceUnitsTest {
  private static final String PROCESS = "{\"op\":\"process\",\"id\":\"p\",\"pid\":1}\n";
  private static final String BEGIN = "{\"op\":\"begin\"}\n";
  private static final String WHERE = "{\"op\":\"where\",\"source\":\"log\"}\n";

  @TempDir Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private void restart() {
    stop();
    start();
  }

  private JsonNode send(String source, long first, String lines) throws IOException {
    Reply reply =
        caller.post(
            "/v1/sources/" + source + "/operations?keep-all&session=1&first=" + first, lines);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private static String write(String path) {
    return "{\"op\":\"write\",\"process\":\"p\",\"path\":\"" + path + "\",\"bytes\":1}\n";
  }

  private static String writes(int count) {
    return write("/f").repeat(count);
  }

  private static String position(String position) {
    return "{\"op\":\"position\",\"source\":\"log\",\"position\":\"" + position + "\"}\n";
  }

  /** Returns the source's position as another client sees it. */
  private String where() throws IOException {
    JsonNode answer = send("asker", lineOf("asker"), WHERE);
    return text(answer);
  }

  private static String text(JsonNode answer) {
    String coded = answer.path("positions").path("log").path("base64").asText();
    return new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8);
  }

  private long lineOf(String source) throws IOException {
    return caller.get("/v1/sources/" + source).json().path("acknowledged").asLong() + 1;
  }

  private boolean isKnown(String path) throws IOException {
    return caller.get("/v1/show?target=" + path).status() == 200;
  }

  private static void isRefused(JsonNode answer, long acknowledged, String why) {
    assertThat(answer.path("acknowledged").asLong()).isEqualTo(acknowledged);
    JsonNode problems = answer.path("problems");
    JsonNode last = problems.get(problems.size() - 1);
    assertThat(last.path("line").asLong()).isEqualTo(acknowledged + 1);
    assertThat(last.path("problem").asText()).contains(why);
  }

  @Test
  void recognizesUnitAfterByteOrderMark() throws IOException {
    String unit = "\ufeff" + BEGIN + PROCESS + write("/a");
    isRefused(send("s", 1, unit), 0, "does not end within this request");
    assertThat(isKnown("/a")).isFalse();
    JsonNode whole = send("s", 1, unit + position("one"));
    assertThat(whole.path("problems")).isEmpty();
    assertThat(whole.path("acknowledged").asLong()).isEqualTo(4);
    assertThat(where()).isEqualTo("one");
  }

  @Test
  void returnsPositionOfSourceAfterRestart() throws IOException {
    assertThat(text(send("s", 1, PROCESS + WHERE))).isEmpty();
    String unit = BEGIN + "{\"op\":\"process\",\"id\":\"p\",\"pid\":2}\n" + write("/a");
    JsonNode answer = send("s", 3, unit + position("one") + WHERE);
    assertThat(answer.path("accepted").asLong()).isEqualTo(5);
    assertThat(text(answer)).isEqualTo("one");
    restart();
    JsonNode again = send("s", 3, unit + position("one") + WHERE);
    assertThat(again.path("repeated").asLong()).isEqualTo(5);
    assertThat(text(again)).isEqualTo("one");
    assertThat(where()).isEqualTo("one");
  }

  @Test
  void rejectsPositionOutsideAndBeginInsideUnit() throws IOException {
    JsonNode bare = send("s", 1, PROCESS + position("x") + write("/a"));
    assertThat(bare.path("acknowledged").asLong()).isEqualTo(3);
    assertThat(bare.at("/problems/0/line").asLong()).isEqualTo(2);
    assertThat(bare.at("/problems/0/problem").asText()).contains("begin one first");
    JsonNode nested = send("s", 4, BEGIN + PROCESS + BEGIN + write("/b") + position("y"));
    assertThat(nested.path("acknowledged").asLong()).isEqualTo(8);
    assertThat(nested.path("refused").asLong()).isEqualTo(1);
    assertThat(nested.at("/problems/0/line").asLong()).isEqualTo(6);
    assertThat(nested.at("/problems/0/problem").asText()).contains("open already");
    assertThat(isKnown("/a") && isKnown("/b")).isTrue();
    assertThat(where()).isEqualTo("y");
  }

  @Test
  void recordsNothingOfUnfinishedUnit() throws IOException {
    JsonNode answer = send("s", 1, PROCESS + write("/a") + BEGIN + write("/b"));
    isRefused(answer, 2, "does not end within this request");
    assertThat(isKnown("/a")).isTrue();
    assertThat(isKnown("/b")).isFalse();
    JsonNode whole = send("s", 3, BEGIN + PROCESS + write("/b") + position("b"));
    assertThat(whole.path("acknowledged").asLong()).isEqualTo(6);
    assertThat(isKnown("/b")).isTrue();
  }

  @Test
  void recordsNothingOfOversizedUnit() throws IOException {
    String many = PROCESS + writes(4097);
    isRefused(send("s", 1, write("/x") + BEGIN + many + position("x")), 1, "smaller units");
    String renames =
        IntStream.range(0, 1500)
            .mapToObj(
                i -> "{\"op\":\"rename\",\"from\":\"/r/%d\",\"to\":\"/s/%d\"}\n".formatted(i, i))
            .collect(Collectors.joining());
    isRefused(send("s", 2, PROCESS + BEGIN + renames + position("x")), 2, "4096 operations");
    assertThat(isKnown("/s/1")).isFalse();
    JsonNode most = send("s", 3, BEGIN + PROCESS + writes(4000) + position("most"));
    assertThat(most.path("acknowledged").asLong()).isEqualTo(4005);
    assertThat(where()).isEqualTo("most");
  }

  @Test
  void recordsUnitsBeforeRejectedOne() throws IOException {
    String bad =
        BEGIN + write("/no") + "{\"op\":\"position\",\"source\":\"http/s\",\"position\":\"9\"}\n";
    String lines = PROCESS + "nonsense\n" + BEGIN + write("/yes") + position("good") + bad;
    JsonNode answer = send("s", 1, lines + write("/later"));
    isRefused(answer, 5, "reserved for the service");
    assertThat(answer.path("refused").asLong()).isEqualTo(1);
    assertThat(answer.path("accepted").asLong()).isEqualTo(4);
    assertThat(isKnown("/yes")).isTrue();
    assertThat(isKnown("/no") || isKnown("/later")).isFalse();
    String noSource = BEGIN + "{\"op\":\"position\",\"position\":\"9\"}\n";
    isRefused(send("s", 6, noSource), 5, "source is missing");
    String tooLong = position("x".repeat(5000));
    isRefused(send("s", 6, BEGIN + tooLong), 5, "too long");
    assertThat(where()).isEqualTo("good");
  }

  @Test
  void countsRefusalOnceBeforeRejectedUnit() throws IOException {
    String refuse = "{\"op\":\"refuse\",\"place\":\"log:1\",\"problem\":\"odd\"}\n";
    String bad = BEGIN + write("/no") + position("x".repeat(5000));
    JsonNode answer = send("s", 1, "nonsense\n" + refuse + write("/nobody") + bad);
    isRefused(answer, 3, "too long");
    assertThat(answer.path("refused").asLong()).isEqualTo(2);
    assertThat(caller.get("/v1/status").json().path("refused").asLong()).isEqualTo(3);
  }

  @Test
  void acceptsPositionOfLastClaimantOnly() throws IOException {
    send("old", 1, PROCESS + WHERE + BEGIN + position("1"));
    assertThat(text(send("new", 1, WHERE))).isEqualTo("1");
    restart();
    isRefused(send("old", 5, BEGIN + position("2")), 4, "another program has requested");
    assertThat(send("new", 2, BEGIN + position("3")).path("acknowledged").asLong()).isEqualTo(3);
    assertThat(where()).isEqualTo("3");
  }

  @Test
  void returnsIdsOfLargeUnitAgain() throws IOException {
    String lines =
        IntStream.range(0, 3500)
            .mapToObj(i -> "{\"op\":\"process\",\"id\":\"p%d\"}\n".formatted(i))
            .collect(Collectors.joining("", BEGIN, position("x")));
    JsonNode ids = send("s", 1, lines).path("ids");
    assertThat(ids.path("processes")).hasSize(3500);
    restart();
    assertThat(send("s", 1, lines).path("ids")).isEqualTo(ids);
    assertThat(caller.get("/v1/sources").json()).hasSize(1);
    send("s", 3503, PROCESS);
    restart();
    assertThat(lineOf("s")).isEqualTo(3504);
  }

  @Test
  void insertsIdsIntoPositions() throws IOException {
    String empty = Base64.getEncoder().encodeToString(new byte[17]);
    String position =
        "{\"op\":\"position\",\"source\":\"log\",\"position\":{\"base64\":\"%s\"},\"ids\":[1,\"p\",9,\"o\"]}\n"
            .formatted(empty);
    String object = "{\"op\":\"object\",\"id\":\"o\",\"path\":\"/o\"}\n";
    JsonNode answer = send("s", 1, BEGIN + PROCESS + object + position + WHERE);
    String coded = answer.path("positions").path("log").path("base64").asText();
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(coded));
    assertThat(bytes.getLong(1)).isEqualTo(answer.at("/ids/processes/p").asLong());
    assertThat(bytes.getLong(9)).isEqualTo(answer.at("/ids/objects/o").asLong());
    String outside = position.replace("9,", "10,");
    isRefused(send("s", 6, BEGIN + PROCESS + object + outside), 5, "no room for an id");
    String unknown = position.replace("\"o\"]", "\"q\"]");
    isRefused(send("s", 6, BEGIN + PROCESS + object + unknown), 5, "'q' was not declared");
  }

  @Test
  void rejectsUnitsOfUnnumberedLines() throws IOException {
    Reply reply = caller.post("/v1/operations", BEGIN + PROCESS + position("x"));
    assertThat(reply.json().path("refused").asLong()).isEqualTo(2);
    assertThat(reply.text()).contains("/v1/sources/SOURCE/operations");
  }

  @Test
  void findsUnitEndsInAnyJsonSpelling() throws IOException {
    String begin = " { \"op\" : \"b\\u0065gin\" }\n";
    String end = "{\"source\":\"log\",\"position\":\"z\",\"op\":\"position\"}\n";
    String lines = PROCESS + begin + writes(700) + end;
    assertThat(send("s", 1, lines).path("accepted").asLong()).isEqualTo(703);
    assertThat(where()).isEqualTo("z");
  }
}

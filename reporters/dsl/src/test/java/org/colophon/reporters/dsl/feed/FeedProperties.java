// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.dsl.text.EscapeRules;
import org.colophon.reporters.dsl.text.FeedLine;
import org.colophon.reporters.dsl.text.LineParser;
import org.colophon.testing.reporters.RecordingSink;

/** Checks that random bytes cause no failure and that each valid feed is read correctly. */
class FeedProperties {
  private static final FeedOptions OPTIONS =
      new FeedOptions(EscapeRules.FULL, AnnotationChoice.ALL, Bytes.of("/w"), 100);

  private RecordingSink sink;
  private Feed feed;

  @BeforeTry
  void newFeed() {
    sink = new RecordingSink();
    feed = new Feed(sink, "host", "f", OPTIONS);
  }

  private void line(byte[] bytes) {
    feed.line(bytes, 0, bytes.length);
  }

  @Property(tries = 2000)
  void acceptsArbitraryBytesWithAtMostOneRefusal(@ForAll @Size(max = 300) byte[] bytes) {
    line(bytes);
    assertThat(sink.refused.size()).isLessThanOrEqualTo(1);
  }

  @Property(tries = 2000)
  void acceptsRandomSequencesOfFeedWords(@ForAll("nearlyFeeds") String text) {
    byte[] start = "type:Process id:1\n".getBytes(StandardCharsets.UTF_8);
    line(start);
    text.lines().forEach(each -> line(each.getBytes(StandardCharsets.UTF_8)));
    assertThat(sink.refused.size()).isLessThanOrEqualTo((int) text.lines().count() + 1);
  }

  @Provide
  Arbitrary<String> nearlyFeeds() {
    return Arbitraries.of(
            "type:",
            "Process",
            "Artifact",
            "Event",
            "Used",
            "WasGeneratedBy",
            "SimpleEdge",
            " ",
            "id:",
            "from:",
            "to:",
            "1",
            "2",
            "\\",
            "\"",
            ":",
            "\n",
            "path:/x",
            "path:",
            "time:1",
            "operation:EVENT_READ",
            "epoch:1",
            "..",
            "/",
            "uid:0",
            "pid:",
            "size:3")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 1000)
  void decodesEscapedText(
      @ForAll("pairs") List<Map.Entry<String, String>> pairs, @ForAll boolean quotes) {
    StringBuilder text = new StringBuilder("type:Martian id:1");
    for (Map.Entry<String, String> pair : pairs) {
      String value = quotes ? quoted(pair.getValue()) : escaped(pair.getValue());
      text.append(' ').append(escaped(pair.getKey())).append(':').append(value);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    FeedLine parsed = new FeedLine();
    assertThat(new LineParser(EscapeRules.FULL).parse(bytes, 0, bytes.length, parsed)).isNull();
    assertThat(parsed.count()).isEqualTo(pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      assertThat(parsed.key(i)).hasToString(pairs.get(i).getKey());
      assertThat(parsed.value(i)).hasToString(pairs.get(i).getValue());
    }
  }

  private static String escaped(String text) {
    String plain = text.replace("\\", "\\\\").replace(" ", "\\ ").replace(":", "\\:");
    return plain.replace("\n", "\\n");
  }

  private static String quoted(String text) {
    String plain = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + plain.replace("\n", "\\n") + '"';
  }

  @Provide
  Arbitrary<List<Map.Entry<String, String>>> pairs() {
    Arbitrary<String> value =
        Arbitraries.strings().withChars("ab \\:\n/=\u00e9\u65e5").ofMaxLength(8);
    Arbitrary<String> key = value.map(text -> "k" + text);
    return Combinators.combine(key, value).as((k, v) -> Map.entry(k, v)).list().ofMaxSize(8);
  }

  /** Checks on random graphs that each edge is reported once, with the right ends. */
  @Property(tries = 300)
  void reportsEveryEdgeOfAValidFeedInOrder(@ForAll @Size(max = 60) List<Short> edges) {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int i = 0; i < 16; i++) {
      line(("type:Process id:p" + i + " name:p" + i).getBytes(StandardCharsets.UTF_8));
      line(("type:Artifact id:a" + i + " path:/a" + i).getBytes(StandardCharsets.UTF_8));
    }
    for (short edge : edges) {
      int process = edge & 15;
      int artifact = (edge >> 4) & 15;
      boolean isRead = edge < 0;
      String text =
          isRead
              ? "type:Used from:p" + process + " to:a" + artifact
              : "type:WasGeneratedBy from:a" + artifact + " to:p" + process;
      line(text.getBytes(StandardCharsets.UTF_8));
      expected.writeBytes(
          ((isRead ? "READ" : "WRITE") + " p" + process + " /a" + artifact + "\n")
              .getBytes(StandardCharsets.UTF_8));
    }
    assertThat(sink.refused).isEmpty();
    String events =
        sink.programTexts().isEmpty() ? "" : String.join("\n", sink.programTexts()) + "\n";
    assertThat(events).isEqualTo(expected.toString(StandardCharsets.UTF_8));
  }

  /** Damages random lines of a valid feed and checks that all other lines keep their meaning. */
  @Property(tries = 500)
  void keepsTheNeighboursOfDamagedLines(@ForAll("damagedLines") List<byte[]> damaged) {
    line(utf8("type:Process id:near-p name:near-p"));
    for (int i = 0; i < damaged.size(); i++) {
      line(damaged.get(i));
      line(utf8("type:Artifact id:near-" + i + " path:/near/" + i));
      line(utf8("type:Used from:near-p to:near-" + i));
    }
    List<String> expected =
        IntStream.range(0, damaged.size()).mapToObj(i -> "READ near-p /near/" + i).toList();
    assertThat(sink.programTexts().stream().filter(each -> each.contains("near-p")))
        .containsExactlyElementsOf(expected);
    assertThat(sink.refused.size()).isLessThanOrEqualTo(damaged.size());
  }

  @Provide
  Arbitrary<List<byte[]>> damagedLines() throws IOException {
    try (InputStream feed = FeedProperties.class.getResourceAsStream("/feeds/audit.dsl")) {
      List<String> whole = new String(feed.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      Arbitrary<Long> seeds = Arbitraries.longs();
      return Combinators.combine(Arbitraries.of(whole), seeds)
          .as((text, seed) -> damage(utf8(text), new Random(seed)))
          .list()
          .ofMaxSize(40);
    }
  }

  /**
   * Damages bytes a few times: changes a byte, removes or repeats a piece, or truncates the end.
   */
  private static byte[] damage(byte[] whole, Random random) {
    byte[] bytes = whole;
    for (int left = random.nextInt(4); left >= 0 && bytes.length > 0; left--) {
      int from = random.nextInt(bytes.length);
      int to = Math.min(bytes.length, from + 1 + random.nextInt(20));
      switch (random.nextInt(4)) {
        case 0 -> bytes[from] = (byte) random.nextInt(256);
        case 1 -> bytes = joined(bytes, from, to, bytes.length);
        case 2 -> bytes = joined(bytes, to, from, bytes.length);
        default -> bytes = Arrays.copyOf(bytes, from);
      }
    }
    return bytes;
  }

  /** Joins the bytes before one offset and the bytes after another one. */
  private static byte[] joined(byte[] bytes, int upTo, int from, int end) {
    byte[] joined = Arrays.copyOf(bytes, upTo + end - from);
    System.arraycopy(bytes, from, joined, upTo, end - from);
    return joined;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package org.colophon.reporters.dsl.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.dsl.RecordingSink;

/** Any bytes do no harm; any valid feed is read as it was meant. */
class FeedProperties {
  private static final FeedOptions OPTIONS =
      new FeedOptions(Escapes.FULL, KeptAnnotations.ALL, Bytes.of("/w"), 100);

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
  void shouldAnswerAnyBytesWithAtMostOneRefusal(@ForAll @Size(max = 300) byte[] bytes) {
    line(bytes);
    assertThat(sink.refused.size()).isLessThanOrEqualTo(1);
  }

  @Property(tries = 2000)
  void shouldAnswerAnythingMadeOfTheWordsOfFeeds(@ForAll("nearlyFeeds") String text) {
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
  void shouldReadBackWhatWasEscaped(
      @ForAll("pairs") List<Map.Entry<String, String>> pairs, @ForAll boolean quotes) {
    StringBuilder text = new StringBuilder("type:Martian id:1");
    for (Map.Entry<String, String> pair : pairs) {
      String value = quotes ? quoted(pair.getValue()) : escaped(pair.getValue());
      text.append(' ').append(escaped(pair.getKey())).append(':').append(value);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    FeedLine parsed = new FeedLine();
    assertThat(new LineParser(Escapes.FULL).parse(bytes, 0, bytes.length, parsed)).isNull();
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

  /** Random graphs: every edge comes out once, with its own ends, whatever lies between. */
  @Property(tries = 300)
  void shouldReportEveryEdgeOfAValidFeedInOrder(@ForAll @Size(max = 60) List<Short> edges) {
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
    String events = sink.events.isEmpty() ? "" : String.join("\n", sink.events) + "\n";
    assertThat(events).isEqualTo(expected.toString(StandardCharsets.UTF_8));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.dsl.text.EscapeRules;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;

/** Tests which operations a line causes. */
class FeedTest {
  private static final FeedOptions OPTIONS =
      new FeedOptions(EscapeRules.FULL, AnnotationChoice.REST, Bytes.of("/lab"), 1000);

  private final RecordingSink sink = new RecordingSink();
  private Feed feed = new Feed(sink, "host", "feed.txt", OPTIONS);

  private void lines(String... lines) {
    for (String line : lines) {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      feed.line(bytes, 0, bytes.length);
    }
    feed.pause();
  }

  private void assertEvents(String... events) {
    assertThat(sink.refused).isEmpty();
    assertThat(sink.programTexts()).containsExactly(events);
  }

  /** Reads the example of SPADE's own documentation. */
  @Test
  void readsTheExampleOfSpade() {
    lines(
        "type:Process id:1 name:root\\ process pid:10",
        "type:Process id:2 name:child\\ process pid:32",
        "type:WasTriggeredBy from:2 to:1 time:5\\:56\\ PM",
        "type:Artifact id:3 filename:output.tmp",
        "type:Artifact id:4 filename:output.o",
        "type:Used from:2 to:3 iotime:12\\ ms",
        "type:WasGeneratedBy from:4 to:2 iotime:11\\ ms",
        "type:WasDerivedFrom from:4 to:3",
        "type:Agent id:user uid:10 gid:10 name:john",
        "type:WasControlledBy from:1 to:user",
        "type:WasControlledBy from:2 to:user");
    assertEvents(
        "INFORM child process root process",
        "READ child process /lab/output.tmp",
        "WRITE child process /lab/output.o",
        "DERIVE /lab/output.o /lab/output.tmp",
        "ASSOCIATE root process john",
        "ASSOCIATE child process john");
    assertThat(sink.records)
        .containsExactly(
            "{\"type\":\"WasTriggeredBy\",\"annotations\":{\"time\":\"5:56 PM\"}}",
            "{\"type\":\"Used\",\"annotations\":{\"iotime\":\"12 ms\"}}",
            "{\"type\":\"WasGeneratedBy\",\"annotations\":{\"iotime\":\"11 ms\"}}",
            "{\"type\":\"Agent\",\"id\":\"user\",\"annotations\":{\"uid\":\"10\",\"gid\":\"10\"}}");
    assertThat(sink.processes.get(1L).pid()).isEqualTo(10);
    assertThat(sink.objects.get(3L).identity()).isEqualTo(Identities.user("host", 10));
  }

  @Test
  void skipsByteOrderMarkAtBeginOfFeed() {
    lines("\ufefftype:Process id:1 exe:/bin/a", "type:Artifact id:2 path:/f");
    lines("type:Used from:1 to:2");
    assertEvents("READ /bin/a /f");
    feed.restarted();
    lines("\ufefftype:Used from:1 to:2");
    assertEvents("READ /bin/a /f", "READ /bin/a /f");
  }

  @Test
  void mapsProcessOfSpadesAuditReporter() {
    lines(
        "type:Process id:p pid:7 ppid:1 name:cc exe:/usr/bin/cc cwd:/src start\\ time:1500000000.250"
            + " command\\ line:cc\\ -c\\ \\ a.c");
    var process = sink.processes.get(1L);
    assertThat(process.executable()).hasToString("/usr/bin/cc");
    assertThat(process.directory()).hasToString("/src");
    assertThat(process.startNanos()).isEqualTo(1_500_000_000_250_000_000L);
    assertThat(process.arguments())
        .isEqualTo(List.of(Bytes.of("cc"), Bytes.of("-c"), Bytes.EMPTY, Bytes.of("a.c")));
    assertThat(sink.records)
        .containsExactly(
            "{\"type\":\"Process\",\"id\":\"p\",\"annotations\":{\"ppid\":\"1\",\"name\":\"cc\"}}");
  }

  @Test
  void mapsOperationsTimesAndSizes() {
    lines(
        "type:Process id:p name:p",
        "type:Process id:q name:q",
        "type:Artifact id:f path:/f",
        "type:Used from:p to:f operation:read size:12 time:1.5 event\\ id:9",
        "type:Used from:p to:f operation:load",
        "type:Used from:p to:f operation:open",
        "type:WasGeneratedBy from:f to:p operation:write size:x",
        "type:WasGeneratedBy from:f to:p operation:chmod",
        "type:WasGeneratedBy from:f to:p operation:close",
        "type:WasGeneratedBy from:f to:p operation:unlink",
        "type:WasTriggeredBy from:q to:p operation:fork",
        "type:WasTriggeredBy from:q to:p operation:execve",
        "type:WasTriggeredBy from:q to:p operation:kill");
    assertEvents(
        "READ p /f 12 @1500000000",
        "LOAD p /f",
        "READ p /f",
        "WRITE p /f",
        "METADATA p /f",
        "CLOSE p /f",
        "RENAME p /f",
        "FORK q p",
        "EXEC q p",
        "SIGNAL q p");
    assertThat(sink.records)
        .containsExactly(
            "{\"type\":\"Used\",\"annotations\":{\"event id\":\"9\"}}",
            "{\"type\":\"Used\",\"annotations\":{\"operation\":\"open\"}}",
            "{\"type\":\"WasGeneratedBy\",\"annotations\":{\"size\":\"x\"}}",
            "{\"type\":\"WasGeneratedBy\",\"annotations\":{\"operation\":\"chmod\"}}",
            "{\"type\":\"WasGeneratedBy\",\"annotations\":{\"operation\":\"unlink\"}}",
            "{\"type\":\"WasTriggeredBy\",\"annotations\":{\"operation\":\"execve\"}}",
            "{\"type\":\"WasTriggeredBy\",\"annotations\":{\"operation\":\"kill\"}}");
  }

  @Test
  void acceptsProvNames() {
    lines(
        "type:Activity id:a label:compile",
        "type:Activity id:b label:link",
        "type:Entity id:e prov\\:location:/e",
        "type:Entity id:g label:report",
        "type:Agent id:alice",
        "type:Agent id:acme",
        "type:used from:a to:e",
        "type:wasGeneratedBy from:g to:a",
        "type:wasInformedBy from:b to:a",
        "type:wasAssociatedWith from:a to:alice",
        "type:wasDerivedFrom from:g to:e",
        "type:wasAttributedTo from:g to:alice",
        "type:actedOnBehalfOf from:alice to:acme",
        "type:wasInvalidatedBy from:e to:b",
        "type:wasInfluencedBy from:b to:alice",
        "type:specializationOf from:g to:e");
    assertEvents(
        "READ compile /e",
        "WRITE compile dsl:g",
        "INFORM link compile",
        "ASSOCIATE compile alice",
        "DERIVE dsl:g /e",
        "DERIVE dsl:g alice",
        "DERIVE alice acme",
        "OPEN link /e",
        "ASSOCIATE link alice",
        "DERIVE dsl:g /e");
  }

  @Test
  void acceptsCdmNames() {
    lines(
        "type:Subject id:s name:sh",
        "type:Subject id:t name:ls",
        "type:FileObject id:f path:/f",
        "type:NetFlowObject id:n remote\\ address:1.2.3.4 remote\\ port:80 protocol:tcp",
        "type:Principal id:u userId:0",
        "type:SimpleEdge from:s to:f operation:EVENT_READ",
        "type:EVENT_WRITE from:s to:f time:3",
        "type:EVENT_FORK from:s to:t",
        "type:EVENT_SENDTO from:s to:n",
        "type:EVENT_CLOSE from:s to:f",
        "type:WasControlledBy from:s to:u",
        "type:Event id:e operation:EVENT_WRITE time:4 size:5",
        "type:SimpleEdge from:e to:s",
        "type:SimpleEdge from:f to:e");
    assertEvents(
        "READ sh /f",
        "WRITE sh /f @3000000000",
        "FORK ls sh",
        "WRITE sh dsl:n",
        "CLOSE sh /f",
        "ASSOCIATE sh uid 0",
        "WRITE sh /f 5 @4000000000");
    assertThat(sink.objects.get(2L).kind()).isEqualTo(ObjectKind.SOCKET);
    assertThat(sink.objects.get(2L).label()).hasToString("tcp : -> 1.2.3.4:80");
  }

  @Test
  void identifiesObjectsByPathAndEpoch() {
    lines(
        "type:Artifact id:1 path:/f version:0 epoch:0",
        "type:Artifact id:2 path:/./x/..//f version:1 epoch:0",
        "type:Artifact id:3 path:/f version:0 epoch:1",
        "type:WasDerivedFrom from:2 to:1",
        "type:WasDerivedFrom from:3 to:2");
    assertThat(sink.refused).isEmpty();
    assertThat(sink.objects).hasSize(2);
    assertThat(sink.programTexts()).hasSize(1);
    assertThat(sink.records).hasSize(3);
  }

  @Test
  void derivesTheKindFromTheSubtype() {
    lines(
        "type:Artifact id:1 subtype:unnamed\\ pipe pid:3",
        "type:Artifact id:2 subtype:directory path:/d",
        "type:Artifact id:3 subtype:memory");
    assertThat(sink.objects.values().stream().map(object -> object.kind()))
        .containsExactly(ObjectKind.PIPE, ObjectKind.DIRECTORY, ObjectKind.MEMORY);
  }

  @Test
  void ignoresRepeatedVertexAndReplacesChangedOne() {
    lines(
        "type:Process id:1 name:a",
        "name:a type:Process id:1",
        "type:Process id:1 name:b",
        "type:Artifact id:2 path:/f",
        "type:Used from:1 to:2");
    assertThat(sink.processes).hasSize(2);
    assertEvents("READ b /f");
  }

  @Test
  void rejectsInvalidLineWithItsNumber() {
    lines(
        "type:Process id:1 name:p",
        "type:Artifact id:2 path:/f",
        "",
        "nonsense",
        "type:Used from:1 to:9",
        "type:Used from:9 to:2",
        "type:Used from:2 to:1",
        "type:WasGeneratedBy from:1 to:2",
        "type:WasTriggeredBy from:1 to:2",
        "type:WasDerivedFrom from:1 to:2",
        "type:WasControlledBy from:1 to:2",
        "type:Martian id:5",
        "type:Process name:x",
        "type:Used from:1",
        "id:1 name:y",
        "type:Artifact id:3 path:/" + "x".repeat(70_000),
        "type:Used from:1 to:2");
    assertThat(sink.programTexts()).containsExactly("READ p /f");
    assertThat(sink.refused)
        .hasSize(13)
        .first()
        .isEqualTo(
            "feed.txt:4 'nonsense' has no colon; write each word as key:value, and escape its blanks");
    assertThat(sink.refused.get(1)).isEqualTo("feed.txt:5 to:9 is not a vertex of an earlier line");
  }

  /** The line never ends within the buffer, which must not grow with it. */
  @Test
  void rejectsLineOfGigabyteWithItsNumberInBoundedMemory() throws IOException {
    byte[] before = "type:Process id:p name:p\ntype:".getBytes(StandardCharsets.UTF_8);
    byte[] after =
        "\ntype:Artifact id:f path:/f\ntype:Used from:p to:f\n".getBytes(StandardCharsets.UTF_8);
    LineCutter lines = new LineCutter(feed);
    assertThat(lines.readFrom(target -> put(target, before))).isEqualTo(before.length);
    for (long left = 1 << 30; left > 0; ) {
      left -=
          lines.readFrom(
              target -> {
                assertThat(target.capacity()).isLessThanOrEqualTo(2 * LineCutter.MAX_LINE_BYTES);
                int count = target.remaining();
                Arrays.fill(target.array(), target.position(), target.limit(), (byte) 'x');
                return count;
              });
    }
    lines.readFrom(target -> put(target, after));
    assertThat(sink.refused).containsExactly("feed.txt:2 is longer than 1048576 bytes");
    assertThat(sink.programTexts()).containsExactly("READ p /f");
  }

  private static int put(ByteBuffer target, byte[] bytes) {
    target.put(bytes);
    return bytes.length;
  }

  @Test
  void countsBadLinesAsOneGap() {
    lines("bad", "worse", "type:Process id:1");
    assertThat(sink.events)
        .filteredOn(each -> each.what().startsWith("gap"))
        .singleElement()
        .matches(each -> each.number() == 2);
  }

  @Test
  void evictsLeastRecentlyUsedIds() {
    feed =
        new Feed(
            sink,
            "host",
            "feed.txt",
            new FeedOptions(EscapeRules.FULL, AnnotationChoice.NONE, Bytes.of("/"), 100));
    String longId = "x".repeat(5000);
    lines("type:Process id:first name:first", "type:Process id:" + longId + " name:long");
    for (int i = 0; i < 1000; i++) {
      lines("type:Process id:" + i + " name:n" + i);
      lines("type:WasTriggeredBy from:" + i + " to:" + longId);
    }
    assertThat(sink.programTexts()).hasSize(1000).last().isEqualTo("INFORM n999 long");
    lines("type:WasTriggeredBy from:999 to:first");
    assertThat(sink.refused).hasSize(1).first().asString().contains("evicted");
  }

  @Test
  void keepsBytesThatAreNotUtf8() {
    byte[] bytes = "type:Process id:1 name:n k:a\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    feed.line(bytes, 0, bytes.length);
    assertThat(sink.records)
        .containsExactly(
            "{\"type\":\"Process\",\"id\":\"1\",\"annotations\":{\"k\":{\"base64\":\"Yek=\"}}}");
  }

  @Test
  void storesAllAnnotationsIfOptionRequestsAll() {
    feed =
        new Feed(
            sink,
            "host",
            "f",
            new FeedOptions(EscapeRules.FULL, AnnotationChoice.ALL, Bytes.of("/"), 100));
    lines("type:Process id:1 pid:5");
    assertThat(sink.records).hasSize(1).first().asString().contains("\"pid\":\"5\"");
  }
}

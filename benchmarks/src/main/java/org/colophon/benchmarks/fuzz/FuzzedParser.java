// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.reporters.dsl.feed.AnnotationChoice;
import org.colophon.reporters.dsl.feed.Feed;
import org.colophon.reporters.dsl.feed.FeedOptions;
import org.colophon.reporters.dsl.openlineage.OpenLineageTranslator;
import org.colophon.reporters.dsl.prov.ProvReader;
import org.colophon.reporters.dsl.prov.ProvRefusals;
import org.colophon.reporters.dsl.prov.ProvReplay;
import org.colophon.reporters.dsl.text.EscapeRules;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.colophon.service.config.file.ConfigCheck;
import org.colophon.service.config.file.ConfigFile;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationLine;
import org.colophon.testing.reporters.RecordingSink;
import org.jspecify.annotations.Nullable;

/**
 * A parser of what others wrote, with valid inputs to start from. Some parsers refuse a whole input
 * by an exception. Any other exception is a fault.
 *
 * @param name name on the command line
 * @param refusal code of the exception that refuses an input; null if none may
 */
record FuzzedParser(
    String name, @Nullable ErrorCode refusal, Parse parse, Supplier<List<byte[]>> seeds) {
  /** Reads the name of the host, so there is one. */
  private static final OpenLineageTranslator TRANSLATOR = new OpenLineageTranslator();

  private static final Path CONFIGURATION = temporaryFile();

  /** All parsers, by name. */
  static final Map<String, FuzzedParser> ALL =
      Stream.of(journal(), lines(), dsl(), provJson(), openLineage(), strace(), sql(), yaml())
          .collect(
              Collectors.toMap(
                  FuzzedParser::name, each -> each, (one, other) -> one, LinkedHashMap::new));

  /** Parses an input. */
  @FunctionalInterface
  interface Parse {
    void accept(byte[] input) throws IOException;
  }

  /** Parses an input. Throws only if the parser has a fault. */
  void test(byte[] input) throws IOException {
    try {
      parse.accept(input);
    } catch (ColophonException e) {
      if (e.code() != refusal) {
        throw e;
      }
    }
  }

  private static FuzzedParser of(
      String name, @Nullable ErrorCode refusal, Parse parse, String... seeds) {
    return new FuzzedParser(
        name, refusal, parse, () -> Stream.of(seeds).map(each -> each.getBytes(UTF_8)).toList());
  }

  /** A frame of a journal or a feed with a right checksum, as a hostile source may send it. */
  private static FuzzedParser journal() {
    return new FuzzedParser(
        "journal", ErrorCode.STORE_CORRUPT, FuzzedParser::parseJournal, FuzzedParser::frames);
  }

  private static void parseJournal(byte[] frame) {
    RecordDecoder decoder = new RecordDecoder();
    if (frame.length < FrameFormat.HEADER_BYTES
        || !FrameFormat.looksLikeFrame(frame, 0)
        || FrameFormat.frameBytes(frame, 0) != frame.length) {
      return;
    }
    FrameFormat.seal(frame, 0, 0);
    decoder.reset(frame, 0);
    while (decoder.next()) {
      decodeFields(decoder);
    }
    decoder.rewind();
    while (decoder.nextPosition()) {
      decoder.data();
    }
  }

  /** Numbered lines of a program that reports to the service. */
  private static FuzzedParser lines() {
    return of(
        "lines",
        null,
        FuzzedParser::parseLines,
        "{\"op\":\"process\",\"id\":\"p\",\"pid\":7,\"arguments\":[\"a\",\"b\"],\"time\":5}",
        "{\"op\":\"object\",\"id\":\"o\",\"path\":\"/fuzz/o\",\"identity\":[\"a\",\"b\"]}",
        "{\"op\":\"write\",\"process\":\"p\",\"object\":\"o\",\"bytes\":12,\"phase\":\"begin\"}",
        "{\"op\":\"rename\",\"process\":\"p\",\"from\":\"/fuzz/o\",\"to\":\"/fuzz/q\"}",
        "{\"op\":\"extended\",\"object\":\"o\",\"type\":\"t\",\"data\":{\"base64\":\"AAEC\"}}",
        "{\"op\":\"gap\",\"cause\":\"events_lost\",\"count\":3}");
  }

  private static void parseLines(byte[] input) throws IOException {
    LineSource source = new LineSource(new ByteArrayInputStream(input), 1 << 16);
    OperationLine line = new OperationLine();
    int bytes;
    do {
      bytes = source.read(line);
    } while (bytes >= 0);
  }

  /** A feed in the provenance language of SPADE. */
  private static FuzzedParser dsl() {
    return of(
        "dsl",
        null,
        FuzzedParser::parseDsl,
        "type:Process id:1 name:cc pid:7 ppid:3 \"start time\":5\n",
        "type:Artifact id:2 path:/a/b subtype:file epoch:1 version:2\ntype:Used from:1 to:2 time:1.5",
        "type:WasGeneratedBy from:2 to:1 operation:write size:3 time:7\n");
  }

  private static void parseDsl(byte[] input) {
    FeedOptions options =
        new FeedOptions(EscapeRules.FULL, AnnotationChoice.ALL, Bytes.of("/w"), 100);
    Feed feed = new Feed(new RecordingSink(), "host", "feed", options);
    int from = 0;
    for (int i = 0; i <= input.length; i++) {
      if (i == input.length || input[i] == '\n') {
        feed.line(input, from, i);
        from = i + 1;
      }
    }
    feed.pause();
  }

  /** A document in PROV-JSON. */
  private static FuzzedParser provJson() {
    return of(
        "prov-json",
        null,
        FuzzedParser::parseProvJson,
        """
        {"prefix":{"e":"urn:e:"},"entity":{"e:1":{"prov:label":"a"}},"activity":{"e:2":{
        "prov:startTime":"2024-01-02T03:04:05Z"}},"used":{"_:u":{"prov:activity":"e:2",
        "prov:entity":"e:1"}},"bundle":{"e:b":{"entity":{"e:3":[{},{}]}}}}""");
  }

  private static void parseProvJson(byte[] input) throws IOException {
    UnnamedSink sink = new UnnamedSink();
    ProvRefusals refusals = new ProvRefusals(sink, "document");
    ProvReader reader = new ProvReader(refusals::hold);
    reader.read(new ByteArrayInputStream(input));
    new ProvReplay(sink, reader, refusals).run("document");
  }

  /** An event of OpenLineage. */
  private static FuzzedParser openLineage() {
    return of(
        "openlineage",
        ErrorCode.BAD_INPUT,
        FuzzedParser::parseOpenLineage,
        """
        {"eventType":"COMPLETE","eventTime":"2024-01-02T03:04:05.678Z","run":{"runId":
        "01234567-89ab-cdef-0123-456789abcdef","facets":{"parent":{"run":{"runId":
        "11234567-89ab-cdef-0123-456789abcdef"},"job":{"namespace":"n","name":"p"}}}},
        "job":{"namespace":"n","name":"j"},"inputs":[{"namespace":"file","name":"/a"}],
        "outputs":[{"namespace":"file","name":"/b","facets":{"columnLineage":{"fields":{}}}}]}""");
  }

  private static void parseOpenLineage(byte[] input) {
    TRANSLATOR.translate(Bytes.wrap(input), new UnnamedSink());
  }

  /** A line of strace. */
  private static FuzzedParser strace() {
    return of(
        "strace",
        null,
        FuzzedParser::parseStrace,
        "6415  1795208295.380284 <... set_robust_list resumed>) = 0",
        "6663  execve(\"/bin/echo\", [\"echo\", \"from\"], 0x7f /* 35 vars */ <unfinished ...>",
        "[pid 12] openat(AT_FDCWD</tmp/a>, \"b\\377\", O_RDONLY|O_CLOEXEC) = 3</tmp/a/b\\377>",
        "12 +++ killed by SIGSEGV (core dumped) +++",
        "12 connect(8, {sa_family=AF_INET, sin_port=htons(36925)}, 16) = -1 EINPROGRESS (x)");
  }

  private static void parseStrace(byte[] input) {
    StraceLineParser parser = new StraceLineParser();
    StraceLine line = parser.parse(input, 0, input.length);
    for (int i = 0; i < line.argumentCount; i++) {
      line.stringAt(i);
      line.decorationAt(i);
      line.longAt(i);
    }
    line.resultDecoration();
  }

  /** Statements of an SQL log. */
  private static FuzzedParser sql() {
    return of(
        "sql",
        null,
        FuzzedParser::parseSql,
        "INSERT INTO a (x, y) SELECT b.x, c.y FROM b JOIN c USING (id) WHERE b.z > 1;",
        "UPDATE `d`.`t` SET a = (SELECT max(x) FROM u) /* c */ WHERE k IN (1, 'x\\'y', 0x1F)",
        "CREATE TABLE n LIKE o; WITH r AS (SELECT 1) DELETE FROM n USING n, r; COMMIT");
  }

  private static void parseSql(byte[] input) {
    SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
    analyzer.analyze(analyzer.session(), input, 0, input.length);
  }

  /** A configuration file of the service. */
  private static FuzzedParser yaml() {
    return of(
        "yaml",
        ErrorCode.BAD_REQUEST,
        FuzzedParser::parseYaml,
        "store: /s\nadapters:\n  - engine: rocksdb\n  - engine: jdbc\n    options: {url: 'jdbc:h2:mem'}\n",
        "reporters:\n  - reporter: strace\n    options: {a: 1}\nlimits:\n  request-bytes: 3MiB\n# end");
  }

  private static Path temporaryFile() {
    try {
      Path file = Files.createTempFile("colophon-fuzz", ".yaml");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void parseYaml(byte[] input) throws IOException {
    Files.write(CONFIGURATION, input);
    ConfigFile.read(CONFIGURATION, CONFIGURATION.resolveSibling("store"), ConfigCheck.FORM);
  }

  private static List<byte[]> frames() {
    return List.of(frame(false), frame(true));
  }

  private static byte[] frame(boolean withChunks) {
    RecordEncoder encoder = new RecordEncoder(withChunks);
    Bytes text = Bytes.of("/a");
    encoder.reset(7);
    encoder.process(7, 1, 1, new ProcessDeclaration(text, 9, text, List.of(text, text), text, -5));
    encoder.object(8, 2, 2, new ObjectDeclaration(ObjectKind.FILE, text, text));
    encoder.access(9, 3, 1, 2, 1, false, 10);
    encoder.interval(10, 3, 1, 2, 0, 8, 9, 4, 5);
    encoder.link(11, 4, 1, 1, 2);
    encoder.derivation(12, 5, 2, 3, 1);
    encoder.cut(13, 5, 1, 2, 9);
    encoder.name(RecordType.BIND, 14, 6, 1, 2, text);
    encoder.move(RecordType.RENAME, 15, 6, 1, 2, text, text);
    encoder.extended(16, 7, 1, 2, "tag", text);
    encoder.snapshot(17, 7, "s");
    encoder.gap(18, 8, 1, 1, 3);
    encoder.exit(19, 9, 1, 0);
    encoder.position(19, 9, "source", text);
    int bytes = encoder.finish(19, 2, 4, false, 0);
    return Arrays.copyOf(encoder.frame(), bytes);
  }

  private static void decodeFields(RecordDecoder record) {
    switch (record.type()) {
      case ACCESS -> record.operationKind();
      case INTERVAL -> record.accessMode();
      case PROCESS -> record.processDeclaration();
      case OBJECT -> record.objectDeclaration();
      case LINK -> record.linkKind();
      case BIND, UNBIND -> record.path();
      case RENAME, EXCHANGE -> record.toPath();
      case EXTENDED -> record.data();
      case GAP -> record.gapCause();
      case DERIVATION, CUT, EXIT, SNAPSHOT -> record.lsn();
    }
  }
}

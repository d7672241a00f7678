// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageConfig;

/** Answers a few statements, which it recognizes by their first words. */
final class FakeCypher implements CypherEngine {
  static final CypherNode FILE =
      node(1, List.of("File", "Object"), "id", 7L, "name", "/tmp/a\u001b[31m");
  static final CypherNode PROCESS =
      node(2, List.of("Process"), "id", 3L, "command", "cp a b", "pid", 100L);
  static final CypherRelationship USED =
      new CypherRelationship(9, "USED", 2, 1, Map.of("firstLsn", 4L, "lastLsn", 6L));

  private final LineageReader reader;
  private final StorageConfig config;
  private volatile boolean cancelled;

  FakeCypher(LineageReader reader, StorageConfig config) {
    this.reader = reader;
    this.config = config;
  }

  private static CypherNode node(long id, List<String> labels, Object... properties) {
    Map<String, Object> map = new TreeMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      map.put((String) properties[i], properties[i + 1]);
    }
    return new CypherNode(id, labels, map);
  }

  @Override
  public void run(CypherStatement statement, CypherResult result) {
    cancelled = false;
    String text = statement.text().strip().replaceAll("\\s+", " ");
    if (text.startsWith("RETURN $")) {
      String name = text.substring("RETURN $".length());
      one(result, name, statement.parameters().get(name));
    } else if (text.startsWith("UNWIND ")) {
      count(result, Long.parseLong(text.substring("UNWIND ".length())));
    } else if (text.startsWith("//")) {
      result.columns(List.of("parameters"));
      result.row(List.of(new TreeMap<>(statement.parameters()).toString()));
    } else if (text.startsWith("CREATE")) {
      write(statement, result);
    } else {
      runByName(text, statement, result);
    }
  }

  private void runByName(String text, CypherStatement statement, CypherResult result) {
    switch (text) {
      case "ASOF" -> one(result, "asOf", statement.asOfLsn());
      case "TIMEOUT" -> one(result, "timeout", statement.timeoutMillis());
      case "OBJECTS" -> one(result, "objects", reader.statistics().objects());
      case "NOTHING" -> result.columns(List.of("x"));
      case "WARNING" -> {
        result.warning("line 1, column 10: no label Flie\u001b");
        one(result, "x", 1L);
      }
      case "TEXT" -> one(result, "text", "a,\"b\"\n\u001b[2J\u00fc");
      case "VALUES" -> values(result);
      case "GRAPH" -> graph(result);
      case "FOREVER" -> count(result, Long.MAX_VALUE);
      case "MEMORY" -> throw new OutOfMemoryError("Java heap space");
      case "NATIVE" -> throw new UnsatisfiedLinkError("/tmp/libx.so: not permitted");
      case "DEEP" -> throw new StackOverflowError();
      default ->
          throw new ColophonException(
              ErrorCode.BAD_REQUEST, "Invalid input '" + text + "' (line 1, column 1)");
    }
  }

  private static void one(CypherResult result, String column, Object value) {
    result.columns(List.of(column));
    result.row(new ArrayList<>(Arrays.asList(value)));
  }

  private void count(CypherResult result, long rows) {
    result.columns(List.of("n"));
    long n = 1;
    while (n <= rows && result.row(new ArrayList<>(List.of(n)))) {
      if (cancelled) {
        throw new ColophonException(ErrorCode.INTERRUPTED, "the statement was cancelled");
      }
      n++;
    }
  }

  private void write(CypherStatement statement, CypherResult result) {
    if (!statement.mayWrite()) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "it would write; --write allows that");
    }
    if (!config.options().containsKey("cypher-write")) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "the option cypher-write is not set");
    }
    result.columns(List.of());
  }

  private static void values(CypherResult result) {
    result.columns(List.of("nothing", "yes", "double", "bytes", "list", "map"));
    result.row(
        new ArrayList<>(
            Arrays.asList(
                null,
                true,
                0.5,
                new byte[] {1, 'x'},
                Arrays.asList(1L, "it's", null),
                Map.of("k", 2L))));
  }

  private static void graph(CypherResult result) {
    result.columns(List.of("node", "relationship", "path"));
    CypherPath path = new CypherPath(List.of(PROCESS, FILE), List.of(USED));
    result.row(new ArrayList<>(List.of(FILE, USED, path)));
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public CypherVocabulary vocabulary() {
    return new CypherVocabulary(
        List.of("File", "Process"),
        List.of("USED", "WAS_GENERATED_BY"),
        List.of("name", "pid"),
        List.of("colophon.ancestors", "db.labels"),
        List.of("colophon.object"));
  }

  @Override
  public Optional<BoltEndpoint> bolt() {
    String listen = config.options().get("bolt");
    if (listen == null) {
      return Optional.empty();
    }
    try {
      var file = Files.writeString(config.directory().resolve("password"), "s3cret\n");
      return Optional.of(new BoltEndpoint("bolt://" + listen, "neo4j", file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

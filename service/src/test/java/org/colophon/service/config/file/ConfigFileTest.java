// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.index.IndexConfig;
import org.colophon.history.index.SnapshotConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.JournalSpec;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
  private static final Path STORE = Path.of("/srv/prov");

  private static final String FULL =
      """
      store: /data/prov
      adapters:
        - engine: rocksdb
        - engine: neo4j
          name: graph
          share: 0.5
          options: {page-cache: 64MiB, 'odd: name': 'it''s'}
      reporters:
        - reporter: dsl
          keep-all: true
          on-overload: drop
          include: [/lab]
          exclude: ['*.key', process=ssh]
          options:
            file: /run/feed
      listen:
        socket: run/prov.sock
        token: /etc/prov/token
        tcp: 127.0.0.1:7979
        hosts: [prov.example.org]
        origins: ['https://prov.example.org']
      limits:
        request-bytes: 2MiB
        ingest-bytes: 1GiB
        line-bytes: 64KiB
        header-bytes: 8KiB
        answer-bytes: 3MiB
        nodes: 77
        request-time: 5s
        idle-time: 1min
        concurrent-requests: 3
        connections: 40
        tails: 0
        stop-time: 1500ms
      journal: {budget: 1GiB, segment: 1MiB, sync-interval: 20ms}
      attach:
        roots: [/data, '~/feeds']
        commands: true
      retention:
        age: 90d
        size: 5GiB
        keep:
          snapshots: ['*']
          matching: ['*.pdf']
        every: 6h
        share: 0.5
      log: {format: json}
      """;

  private static ServiceConfig parse(String text) {
    return ConfigFile.parse(text, "c.yaml", Path.of("/etc/prov"), STORE, ConfigCheck.FORM);
  }

  @Test
  void usesDefaultsForEmptyFile() {
    for (String nothing : List.of("", "# a remark\n", "limits:\nadapters:\n", "{}")) {
      assertThat(parse(nothing)).isEqualTo(ServiceConfig.of(STORE));
    }
    assertThat(ServiceConfig.of(STORE).socket()).isEqualTo(STORE.resolve("socket"));
  }

  @Test
  void readsEveryKey() {
    ServiceConfig config = parse(FULL);
    assertThat(config.store()).isEqualTo(Path.of("/data/prov"));
    assertThat(config.adapters())
        .containsExactly(
            AdapterSpec.of("rocksdb"),
            new AdapterSpec(
                "graph", "neo4j", Map.of("page-cache", "64MiB", "odd: name", "it's"), 0.5));
    assertThat(config.reporters())
        .containsExactly(
            new ReporterSpec(
                null,
                "dsl",
                Map.of("file", "/run/feed"),
                true,
                OverloadPolicy.DROP,
                List.of("/lab"),
                List.of("*.key", "process=ssh"),
                false));
    assertThat(config.socket()).isEqualTo(Path.of("/etc/prov/run/prov.sock"));
    assertThat(config.tokenFile()).isEqualTo(Path.of("/etc/prov/token"));
    assertThat(config.listen().tcp())
        .contains(
            new TcpConfig(
                "127.0.0.1",
                7979,
                Optional.empty(),
                List.of("prov.example.org"),
                List.of("https://prov.example.org")));
    assertThat(config.limits())
        .isEqualTo(
            new LimitsConfig(
                2 << 20,
                1 << 30,
                64 << 10,
                8 << 10,
                3 << 20,
                77,
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                3,
                40,
                0,
                Duration.ofMillis(1500)));
    assertThat(config.journal())
        .isEqualTo(new JournalSpec(1 << 30, 1 << 20, Duration.ofMillis(20)));
    assertThat(config.attach().roots().directories())
        .containsExactly(
            Path.of("/data"), Path.of(System.getProperty("user.home")).resolve("feeds"));
    assertThat(config.retention())
        .isEqualTo(
            new RetentionConfig(
                Optional.of(Duration.ofDays(90)),
                5L << 30,
                List.of("*"),
                List.of("*.pdf"),
                Duration.ofHours(6),
                0.5));
  }

  @Test
  void readsPrintedConfigurationUnchanged() {
    for (ServiceConfig config : List.of(parse(FULL), parse(""))) {
      assertThat(parse(ConfigPrinter.print(config)).withListen(config.listen())).isEqualTo(config);
    }
    assertThat(parse(ConfigPrinter.print(parse(FULL)))).isEqualTo(parse(FULL));
  }

  @Test
  void readsClusterSettings() {
    ServiceConfig config =
        parse(
            """
            publish: {log: memory, options: {log: x}}
            index:
              log: memory
              options: {log: x}
              name: i1
              snapshots: {directory: /mnt/snapshots, every: 30min}
            shared-directories: {data: {web: /mnt/data/, db: /srv}}
            cluster: {nodes: ['https://a:1', 'https://b:2'], token: /t, ca: /c}
            """);
    SharedLogSpec log = new SharedLogSpec("memory", Map.of("log", "x"));
    assertThat(config.replication())
        .isEqualTo(
            ReplicationConfig.NONE
                .publishing(log)
                .sharing(Map.of("data", Map.of("web", "/mnt/data", "db", "/srv")))
                .indexing(
                    new IndexConfig(
                        log,
                        "colophon-index",
                        "i1",
                        Optional.of(
                            new SnapshotConfig(Path.of("/mnt/snapshots"), Duration.ofMinutes(30)))))
                .asking(
                    new NodesConfig(
                        List.of("https://a:1", "https://b:2"),
                        Path.of("/t"),
                        Optional.of(Path.of("/c")))));
    assertThat(parse(ConfigPrinter.print(config)).replication()).isEqualTo(config.replication());
  }

  @Test
  void doesNotPrintPasswordsOfSharedLog() {
    ServiceConfig config =
        parse("publish: {log: kafka, options: {brokers: 'a:1', kafka.sasl.jaas.config: hush}}");
    assertThat(ConfigPrinter.print(config)).doesNotContain("hush").contains("a:1");
  }

  @Test
  void doesNotPrintSecrets() {
    ServiceConfig config =
        parse("reporters: [{reporter: mysql, options: {user: u, db-Password: hush}}]");
    assertThat(ConfigPrinter.print(config)).doesNotContain("hush").contains("user: u");
  }

  @Test
  void masksOptionsThatPluginDeclaresSecret() {
    ServiceConfig open =
        parse("reporters: [{reporter: strict-ticker, options: {secret-names: 'pass,pin'}}]");
    assertThat(parse(ConfigPrinter.print(open)).reporters()).isEqualTo(open.reporters());
    ServiceConfig secret =
        parse(
            "reporters: [{reporter: ticker, options: {key: hush}}]\n"
                + "adapters: [{engine: graphlike, options: {colour: hush}}]");
    assertThat(ConfigPrinter.print(secret)).doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "stor: /x | 1 | there is no key stor; known here: [adapters, archive, attach, backup, certify, cluster, follow, index, journal",
        "store: [a] | 1 | store is one value",
        "- a | 1 | the file holds keys",
        "store: a\\nstore: b | 2 | store is set twice",
        "store: 'a | 1 | the file is not YAML",
        "limits:\\n  nodes: many | 2 | limits.nodes is a whole number, not 'many'",
        "limits:\\n  nodes: 0 | 2 | limits.nodes is positive",
        "index: {log: memory, name: i, snapshots: {every: 1h}} | 1 | index.snapshots.directory is missing",
        "index: {log: memory, name: i, snapshots: {directory: /s, every: 0s}} | 1 | index.snapshots.every is a positive time",
        "limits: {request-bytes: 1Mb} | 1 | limits.request-bytes is a size such as 64MiB",
        "limits:\\n\\n  idle-time: 5 | 3 | limits.idle-time is a duration such as 30s",
        "limits: {idle-tim: 5s} | 1 | there is no key limits.idle-tim",
        "limits: &a {nodes: 3}\\nretention: *a | 2 | anchors and aliases are not supported",
        "limits: 7 | 1 | limits holds keys with values",
        "adapters: rocksdb | 1 | adapters is a list",
        "adapters:\\n  - name: x | 2 | adapters[0].engine is missing",
        "adapters:\\n  - engine: a\\n    share: 2 | 3 | adapters[0].share is a number above 0",
        "adapters: [{engine: a}, {engine: a}] | 1 | two adapters have the same name",
        "adapters: [{engine: a, options: {k: [1]}}] | 1 | adapters[0].options.k is one value",
        "reporters: [{reporter: a, on-overload: panic}] | 1 | is one of block, drop",
        "reporters: [{reporter: a, keep-all: yes}] | 1 | is true or false, not 'yes'",
        "listen: {tcp: 7979} | 1 | listen.tcp is an address and a port",
        "listen:\\n  tcp: 0.0.0.0:7979 | 2 | not a loopback address: set a certificate (listen.tls",
        "listen: {tcp: '127.0.0.1:99999'} | 1 | a port is at most 65535",
        "listen: {tls: {certificate: a}} | 1 | listen.tls.key is missing",
        "limits:\\n  nodes: 3\\n  request-time: 36501d | 3 | limits.request-time is at most 36500d",
        "limits: {idle-time: 999999w} | 1 | limits.idle-time is at most 36500d",
        "limits: {stop-time: 999999d} | 1 | limits.stop-time is at most 36500d",
        "journal: {budget: 1MiB} | 1 | journal.budget is at least twice",
        "journal:\\n  sync-interval: 1s\\n  segment: 1TiB | 3 | journal.segment is at most 256MiB",
        "limits:\\n  nodes: 3\\n  tails: 3\\n  connections: 0 | 4 | limits.connections is positive",
        "adapters:\\n  - engine: a\\n  - engine: b\\n    name: a | 4 | two adapters have the same name",
        "retention:\\n  size: 1GiB\\n  age: 5s | 3 | retention.age is at least a minute",
        "retention:\\n  keep:\\n    snapshots: [a]\\n    matching: [''] | 4 | pattern",
        "attach: {roots: /x} | 1 | attach.roots is a list",
        "attach: {roots: [[x]]} | 1 | attach.roots is a list of single values",
        "retention: {age: 5s} | 1 | retention.age is at least a minute",
        "retention: {every: 5s} | 1 | retention.every is at least a minute",
        "retention: {keep: {matching: ['']}} | 1 | pattern",
        "publish: {} | 1 | publish.log is missing",
        "publish:\\n  log: memory\\n  options: {brokers: [a]} | 3 | publish.options.brokers is one value",
        "index: {log: memory} | 1 | index.name is missing",
        "index: {log: memory, name: i}\\nretention: {age: 90d} | 2 | keeps all history",
        "shared-directories: {d: {web: /a}} | 1 | for each of several hosts",
        "shared-directories: {d: {web: /a, db: b}} | 1 | an absolute path",
        "cluster: {token: t} | 1 | cluster.nodes has no URL",
        "cluster: {nodes: ['http://a:1']} | 1 | cluster.token is missing",
        "retention: {keep: {snapshot: a}} | 1 | there is no key retention.keep.snapshot"
      })
  void reportsLineAndProblem(String text, int line, String problem) {
    assertThatThrownBy(() -> parse(text.replace("\\n", "\n")))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("c.yaml:" + line + ": ")
        .hasMessageContaining(problem);
  }

  @Test
  void reportsAllProblemsAtOnce() {
    assertThatThrownBy(() -> parse("stor: a\nlimits: {nodes: x}\njournal: 3"))
        .hasMessageContaining("c.yaml:1")
        .hasMessageContaining("c.yaml:2")
        .hasMessageContaining("c.yaml:3");
  }

  @Test
  void reportsProblemsInOrder() {
    assertThatThrownBy(
            () -> parse("listen: {tcp: 7}\nlimits: {nodes: x}\nstor: a\njournal: {budget: 1MiB}"))
        .hasMessageMatching("(?s)c.yaml:1.*c.yaml:2.*c.yaml:3.*c.yaml:4.*");
  }

  private static final ConfigCheck CHECK =
      new ConfigCheck() {
        @Override
        public void engine(String name) {
          ErrorCode.BAD_REQUEST.require(name.equals("rocksdb"), "no engine " + name);
        }

        @Override
        public void reporter(String name) {
          PLUGINS.reporter(name);
        }

        @Override
        public void options(ReporterSpec spec) {
          PLUGINS.options(spec);
        }

        @Override
        public void root(Path directory) {
          ErrorCode.BAD_REQUEST.require(
              Files.isDirectory(directory), "there is no directory " + directory);
        }
      };

  @Test
  void reportsLinesOfUnknownPlugins() {
    String text =
        """
        adapters:
          - name: x
            engine: rocksbd
        reporters:
          - keep-all: true
            reporter: tickr
          - reporter: strict-ticker
            options:
              file: /x
              flie: /y
          - reporter: strict-ticker
            options:
              count: many
              file: /x
          - reporter: strict-ticker
            keep-all: true
        attach:
          roots:
            - /
            - feeds
        """;
    assertThatThrownBy(() -> ConfigFile.parse(text, "c.yaml", Path.of("/etc/prov"), STORE, CHECK))
        .hasMessageContaining("c.yaml:3: no engine rocksbd")
        .hasMessageContaining("c.yaml:6: no reporter 'tickr'")
        .hasMessageContaining("c.yaml:10: strict-ticker has no option 'flie'")
        .hasMessageContaining("c.yaml:13: count=many is no number")
        .hasMessageContaining("c.yaml:15: strict-ticker wants file=")
        .hasMessageContaining("c.yaml:20: there is no directory /etc/prov/feeds")
        .extracting(failure -> failure.getMessage().lines().count())
        .isEqualTo(6L);
  }

  @Test
  void rejectsDeeplyNestedFile() {
    assertThatThrownBy(() -> parse("attach:\n  roots: " + "[".repeat(20_000)))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("c.yaml:2: ")
        .hasMessageContaining("nested more than 32 deep");
  }

  @Test
  void rejectsOptionThatEngineDoesNotDeclare() {
    String text = "adapters:\n  - engine: memory\n    options:\n      colour: red\n";
    assertThatThrownBy(
            () -> ConfigFile.parse(text, "c.yaml", Path.of("/etc"), STORE, ConfigCheck.PLUGINS))
        .hasMessageContaining("c.yaml:4: ")
        .hasMessageContaining("colour");
  }

  @Test
  void rejectsBinaryFile(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("c.yaml"), new byte[] {(byte) 0xc3, 0x28, 0});
    assertThatThrownBy(() -> ConfigFile.read(file, STORE))
        .hasMessageStartingWith(file + ": the file is not text in UTF-8")
        .extracting(failure -> ((ColophonException) failure).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void rejectsLongSocketPath() {
    String path = "/" + "x".repeat(120);
    assertThatThrownBy(() -> parse("listen:\n  hosts: [a]\n  socket: " + path))
        .hasMessageContaining("c.yaml:3: ")
        .hasMessageContaining("at most 106 bytes");
    Path socket = ServiceConfig.defaultSocket(Path.of(path));
    assertThat(socket.toString().length()).isLessThan(100);
  }

  @Test
  void limitsSocketDirectorySoThatScratchSocketFits() {
    assertThatThrownBy(() -> parse("listen:\n  socket: /"))
        .hasMessageContaining("c.yaml:2: ")
        .hasMessageContaining("/ is not the path of a socket file");
    String directory = "/" + "x".repeat(98);
    Path longest = Path.of(directory, "socket");
    assertThat(longest.toString()).hasSize(106);
    assertThat(parse("listen: {socket: " + longest + "}").socket()).isEqualTo(longest);
    assertThat(ServiceConfig.defaultSocket(Path.of(directory))).isEqualTo(longest);
    assertThatThrownBy(() -> parse("listen:\n  socket: " + directory + "x/a"))
        .hasMessageContaining("c.yaml:2: ")
        .hasMessageContaining("the path of a socket's directory has at most 99 bytes");
    assertThat(ServiceConfig.defaultSocket(Path.of(directory + "x")))
        .isNotIn(Path.of(directory + "x"));
  }

  @Test
  void reportsInvalidPaths() {
    assertThatThrownBy(
            () -> parse("store: \"a\\0b\"\nattach:\n  roots:\n    - /data\n    - \"/c\\0d\"\n"))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("c.yaml:1")
        .hasMessageContaining("store is a path, not")
        .hasMessageContaining("c.yaml:5")
        .hasMessageContaining("attach.roots is a path, not");
  }
}

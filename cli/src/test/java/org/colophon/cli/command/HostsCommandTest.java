// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests queries about other hosts, answered by a service and from the store itself. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostsCommandTest {
  private static final String WEB = "a".repeat(32);
  private static final String DB = "b".repeat(32);

  @TempDir private static Path recorded;

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeAll
  static void record() {
    Service service = Service.start(ServiceConfig.of(recorded.resolve("store")));
    report(service, WEB, "web", "/home/only-web", "/srv/shared");
    report(service, DB, "db", "/srv/shared", "/srv/backup.tar");
    assertThat(service.stop()).isTrue();
  }

  @BeforeEach
  void copy() throws IOException {
    tester = new CommandTester(directory).withStrace();
    StoreCopy.copy(recorded.resolve("store"), tester.store);
  }

  private Service start() {
    return Service.start(ServiceConfig.of(tester.store));
  }

  private static void report(Service service, String id, String name, String from, String to) {
    try (ServiceConnection connection =
            ServiceConnection.at(service.config().socket()).reportingFor(id, name, "boot").build();
        RemoteSink sink = RemoteSink.to(connection, "app").build()) {
      Recorded.copy(sink, Bytes.of(from), Bytes.of(to));
      sink.awaitDurable(sink.flush());
    }
  }

  /** Returns the answer. It must be the same from a service and from the store itself. */
  private Outcome run(String line) {
    Outcome embedded = tester.run(line.split(" "));
    Service service = start();
    try {
      assertThat(tester.run(line.split(" "))).isEqualTo(embedded);
    } finally {
      assertThat(service.stop()).isTrue();
    }
    return embedded;
  }

  @Test
  void answersAboutNamedHostOnly() {
    Outcome backup = run("lineage --host db /srv/backup.tar");
    assertThat(backup.exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(backup.out()).contains("/srv/shared").doesNotContain("only-web");
    assertThat(run("lineage web:/srv/shared").out()).contains("only-web");
    assertThat(run("lineage /srv/shared").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void verifiesAndSnapshotsStoreOfHost() {
    assertThat(tester.run("verify", "--host", "db").exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(tester.run("snapshot", "--host", "db", "first").exitCode())
        .isEqualTo(ExitCode.FOUND);
    assertThat(run("snapshots --host db").out()).contains("first");
    assertThat(run("snapshots --host web").out()).doesNotContain("first");
  }

  /** Returns the answer without the query's LSN, which a recovery increases. */
  private static String withoutBounds(Outcome answer) {
    assertThat(answer.exitCode()).as(answer.err()).isEqualTo(ExitCode.FOUND);
    return answer.out().replaceAll("@[0-9]+", "");
  }

  @Test
  void findsObjectsOfAllHosts() {
    assertThat(
            run("find /srv/* --csv")
                .out()
                .replaceAll("(?m)^(\\w+,[^,]*).*,(/srv/[^,]*),.*$", "$1$2"))
        .containsSubsequence("db,object:", "/srv/backup.tar", "web,object:", "/srv/shared");
    assertThat(run("find /srv/backup.tar").out()).contains("host", "db ");
    assertThat(run("find /no/such/* --csv").out()).startsWith("host,id,");
    assertThat(run("find --host db /srv/*").out()).doesNotContain("web");
    assertThat(run("find /srv/* --top 1 --sort bytes --json").out())
        .containsOnlyOnce("\"host\"")
        .contains("\"left\" : 2");
    assertThat(run("find --writes /srv/backup.tar --host db").out()).contains("/bin/cp");
    Outcome ofOne = run("find /srv/* --from-lsn 1");
    assertThat(ofOne.out()).doesNotContain("web");
    assertThat(ofOne.err()).contains("only; see colophon hosts");
  }

  @Test
  void backsUpStoresOfAllHosts() {
    for (boolean isServed : new boolean[] {false, true}) {
      Path backup = directory.resolve("backup-" + isServed);
      Service service = isServed ? start() : null;
      Outcome made = tester.run("backup", backup.toString());
      assertThat(service == null || service.stop()).isTrue();
      assertThat(made.err()).contains("and the histories of the hosts db, web");
      CommandTester restored = new CommandTester(directory.resolve("restored-" + isServed));
      assertThat(restored.run("restore", backup.toString()).exitCode()).isEqualTo(ExitCode.FOUND);
      for (String question : List.of("lineage web:/srv/shared", "export --host db")) {
        String[] words = question.split(" ");
        assertThat(withoutBounds(restored.run(words)))
            .as(question)
            .isEqualTo(withoutBounds(tester.run(words)));
      }
      assertThat(restored.run("verify", "--host", "db").exitCode()).isEqualTo(ExitCode.FOUND);
      CommandTester one = new CommandTester(directory.resolve("one-" + isServed));
      String web = backup.resolve("hosts").resolve(WEB).toString();
      assertThat(one.run("restore", web).exitCode()).isEqualTo(ExitCode.FOUND);
      assertThat(one.run("lineage", "/srv/shared").out()).contains("/home/only-web");
    }
  }

  @Test
  void asksWhyWithCauseOnAnotherHost() {
    Outcome why = run("why db:/srv/backup.tar web:/home/only-web");
    assertThat(why.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(run("why db:/srv/backup.tar db:/srv/shared").exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(run("why db:/srv/backup.tar web:/none").err())
        .contains("nothing is known of /none on host web");
  }

  @Test
  void listsHosts() {
    Outcome hosts = tester.run("hosts");
    assertThat(hosts.out()).contains("this store's own", "web", WEB, "db", DB);
    assertThat(tester.run("hosts", "--json").out()).contains("\"name\" : \"web\"");
  }

  @Test
  void asksAboutHostOfAnotherNode() throws IOException {
    Service service =
        Service.start(
            ServiceConfig.of(tester.store)
                .withListen(
                    new ListenConfig(
                        Optional.empty(), Optional.of(TcpConfig.loopback(0)), Optional.empty())));
    NodesConfig nodes =
        new NodesConfig(
            List.of("http://127.0.0.1:" + service.port()),
            service.config().tokenFile(),
            Optional.empty());
    CommandTester asking = new CommandTester(directory.resolve("asking"));
    new StoreHost("c".repeat(32), "asking").write(asking.store);
    Service query =
        Service.start(
            ServiceConfig.of(asking.store).withReplication(ReplicationConfig.NONE.asking(nodes)));
    try {
      assertThat(asking.run("hosts").out()).contains("web", "http://127.0.0.1:", "here");
      assertThat(asking.run("lineage", "web:/srv/shared").out()).contains("only-web");
      assertThat(asking.run("lineage", "--host", "db", "/srv/backup.tar").out())
          .contains("/srv/shared");
      assertThat(asking.run("snapshot", "--host", "db", "x").err()).contains("change it there");
    } finally {
      assertThat(query.stop()).isTrue();
      assertThat(service.stop()).isTrue();
    }
  }

  @Test
  void rejectsIndexerWithoutBrokersOrOwnDirectory() {
    assertThat(tester.run("index").err()).contains("needs --brokers HOST:PORT");
    assertThat(tester.run("index", "--topic", "x").err()).contains("needs --brokers");
    assertThat(tester.run("index", "--brokers", "a:1").err()).contains("--store DIR");
  }

  @Test
  void refusesUnknownAndMixedHosts() {
    Outcome unknown = tester.run("lineage", "--host", "mail", "/srv/shared");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(unknown.err()).contains("no host is called 'mail'", "web (" + WEB);
    Outcome mixed = tester.run("diff", "web:/srv/shared", "db:/srv/shared");
    assertThat(mixed.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(mixed.err()).contains("about one host, not about web and db");
  }

  @Test
  void recordsCommandInServiceOfAnotherHost() throws IOException {
    CommandTester central = new CommandTester(directory.resolve("central"));
    new StoreHost(WEB, "central").write(central.store);
    String in = Files.writeString(directory.resolve("in"), "text").toString();
    String out = directory.resolve("out").toString();
    TcpConfig tcp = TcpConfig.loopback(0);
    Service service =
        Service.start(
            ServiceConfig.of(central.store)
                .withListen(
                    new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty())));
    try {
      String url = "http://127.0.0.1:" + service.port();
      String token = service.config().tokenFile().toString();
      Outcome traced =
          tester.run("trace", "-v", "--to", url, "--token-file", token, "--", "cp", in, out);
      assertThat(traced.exitCode()).as(traced.err()).isZero();
      assertThat(traced.err()).contains(url);
      String own = HostInfo.ofThisMachine().owner().name();
      assertThat(central.run("lineage", "--host", own, out).out()).contains(in);
      assertThat(central.run("lineage", out).exitCode()).isEqualTo(ExitCode.NOTHING);
    } finally {
      assertThat(service.stop()).isTrue();
    }
  }

  @Test
  void refusesUnsafeOrIncompleteAddressOfService() {
    for (String url : List.of("http://example.org:80", "https://host", "ftp://127.0.0.1:1", "")) {
      Outcome refused = tester.run("trace", "--to", url, "--token-file", "x", "--", "true");
      assertThat(refused.exitCode()).as(url).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains("--to must be https://HOST:PORT");
    }
    Outcome alone = tester.run("trace", "--to", "https://host:1", "--", "true");
    assertThat(alone.err()).contains("--token-file");
  }

  @Test
  void takesColonAsPartOfFileNameUnlessHostIsKnown() {
    assertThat(tester.run("lineage", "mail:/srv/shared").err()).contains("mail:/srv/shared");
  }
}

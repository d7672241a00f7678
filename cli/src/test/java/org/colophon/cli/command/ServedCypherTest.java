// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that statements return the same answers through a service and from the store. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServedCypherTest {
  @TempDir private Path directory;

  private CommandTester tester;
  private Service service;

  @BeforeEach
  void start() {
    tester = new CommandTester(directory).attach(FakeGraphFactory.NAME);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    assertThat(tester.run("cypher", "OBJECTS").exitCode()).isZero();
  }

  private void serve() {
    service =
        Service.start(
            ServiceConfig.of(tester.store)
                .withAdapters(
                    List.of(AdapterSpec.of("rocksdb"), AdapterSpec.of(FakeGraphFactory.NAME))));
  }

  @AfterEach
  void stop() {
    if (service != null) {
      assertThat(service.stop()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "VALUES",
        "VALUES -f json",
        "VALUES -f csv",
        "GRAPH",
        "GRAPH -f json",
        "GRAPH -f dot",
        "TEXT",
        "NOTHING",
        "NONSENSE",
        "ASOF --as-of 3",
        "ASOF --as-of never",
        "CREATE",
        "UNWIND_20 -n 5",
        "RETURN_$x -P x=[1,2.5,null,{\"$node\":1,\"b\":\"c\"}] -f json",
        "RETURN_$x -P x={\"$map\":true} -f json",
        "OBJECTS --store-adapter nobody"
      })
  void returnsTheSameAnswerThroughAService(String line) {
    String[] args = ("cypher " + line).split(" ");
    args[1] = args[1].replace('_', ' ');
    Outcome alone = tester.run(args);

    serve();

    assertThat(tester.run(args)).isEqualTo(alone);
  }

  @Test
  void rejectsWritesUnlessTheServicesConfigurationPermitsThem() {
    assertThat(tester.run("cypher", "CREATE", "--write").exitCode()).isZero();

    serve();
    Outcome served = tester.run("cypher", "CREATE", "--write");

    assertThat(served.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(served.err()).contains("cypher-write");
  }

  @Test
  void endsStatementInTheServiceAtTheTimeLimit() throws Exception {
    serve();
    // The adapter runs in the service, so it has the records of the service's kernel.
    Files.writeString(
        directory.resolve("feed"),
        "type:Process id:1 name:p pid:7\ntype:Artifact id:2 path:/c\ntype:WasGeneratedBy from:2 to:1\n");
    String before = tester.run("cypher", "OBJECTS", "-f", "csv").out();
    assertThat(tester.run("import", "dsl", "from=feed").exitCode()).isZero();
    assertThat(tester.run("cypher", "OBJECTS", "-f", "csv").out()).isNotEqualTo(before);

    Outcome cut = tester.run("cypher", "FOREVER", "-n", "3", "-f", "csv");
    assertThat(cut.out().lines()).hasSize(4);
    assertThat(cut.err()).contains("cut off after 3");
  }
}

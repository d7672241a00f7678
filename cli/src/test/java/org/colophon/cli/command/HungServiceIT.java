// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.cli.Main;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.client.protocol.ServiceAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A traced command stops the process of the service that records the command. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HungServiceIT {
  private static final long POLL_NANOS = 20_000_000;

  @TempDir private Path temporary;

  private CommandTester tester;
  private Path directory;
  private Process service;

  @BeforeEach
  void startService() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Files.writeString(directory.resolve("in.txt"), "one\n");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("serve", "--store", tester.store.toString()));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().put("HOME", directory.toString());
    service =
        builder
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("service.log").toFile())
            .start();
    while (!Files.exists(ServiceAddress.file(tester.store))) {
      assertThat(service.isAlive()).as(Files.readString(directory.resolve("service.log"))).isTrue();
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @AfterEach
  void endService() {
    service.destroyForcibly().onExit().join();
  }

  private Outcome trace(String script) {
    return tester.run("trace", "--", "sh", "-c", "cd " + directory + "; " + script);
  }

  private List<Path> outbox() throws IOException {
    try (Stream<Path> files = Files.list(tester.store.resolve("outbox"))) {
      return files.toList();
    }
  }

  @Test
  void continuesTraceInOutboxWhenServiceHangsMeanwhile() throws Exception {
    Outcome first =
        trace("cp in.txt a.txt; kill -STOP " + service.pid() + "; cp a.txt b.txt; exit 5");

    assertThat(first.exitCode()).as(first.err()).isEqualTo(5);
    assertThat(first.err().lines())
        .singleElement()
        .asString()
        .contains("pid " + service.pid(), "stopped answering", "sends them");
    assertThat(outbox()).hasSize(1);

    new ProcessBuilder("kill", "-CONT", "" + service.pid()).start().waitFor();
    Outcome second = trace("true");

    assertThat(second.err()).contains("sent ", "from the outbox");
    assertThat(outbox()).isEmpty();
    assertThat(tester.run("lineage", "b.txt").out())
        .contains("cp a.txt b.txt", "cp in.txt a.txt", "in.txt");
  }
}

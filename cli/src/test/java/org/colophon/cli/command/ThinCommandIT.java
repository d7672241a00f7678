// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.Main;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a command that only queries a service loads few classes, which makes its start fast.
 * Unlike time, this number does not depend on the machine's load.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("jdk")
class ThinCommandIT {
  /** Classes that load slowly or belong to the service. */
  private static final List<String> HEAVY =
      List.of(
          "org.rocksdb.",
          "org.neo4j.",
          "org.eclipse.jetty.",
          "org.jline.",
          "com.fasterxml.jackson.databind.",
          "com.lmax.disruptor.",
          "org.yaml.snakeyaml.",
          "java.util.logging.",
          "java.net.http.",
          "org.colophon.core.kernel.Kernel ",
          "org.colophon.query.engine.LineageEngine ",
          "org.colophon.storage.");

  @TempDir private Path directory;

  @Test
  void loadsNoSlowClassesWhenTheServiceAnswers() throws Exception {
    CommandTester tester = new CommandTester(directory);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    Service service = Service.start(ServiceConfig.of(tester.store));
    List<String> classes = classesOf("lineage", "/b", "--store", tester.store.toString());
    service.stop();

    assertThat(classes)
        .anyMatch(line -> line.contains("org.colophon.client.connection.ServiceConnection "));
    for (String heavy : HEAVY) {
      assertThat(classes).as(heavy).noneMatch(line -> line.contains(heavy));
    }
  }

  /** Returns the log of the classes that a command loaded. */
  private List<String> classesOf(String command, String... more) throws Exception {
    Path log = directory.resolve("classes.log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xlog:class+load:file=" + log,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            command);
    builder.command().addAll(List.of(more));
    Process process = builder.redirectErrorStream(true).start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(answer).isZero();
    assertThat(answer).contains("/bin/cp");
    return Files.readAllLines(log);
  }
}

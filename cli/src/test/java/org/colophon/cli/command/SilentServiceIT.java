// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.client.protocol.ServiceAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands beside a service that hangs: its socket accepts connections, but nobody answers. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class SilentServiceIT {
  private static final long PID = 4711;

  @TempDir private Path directory;

  private CommandTester tester;
  private ServerSocketChannel hung;

  @BeforeEach
  void hang() throws IOException {
    tester = new CommandTester(directory).withStrace();
    Files.writeString(directory.resolve("in.txt"), "one\n");
    assertThat(tester.run("trace", "--", "true").exitCode()).isZero();
    Path socket = directory.resolve("hung");
    hung = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    hung.bind(UnixDomainSocketAddress.of(socket));
    new ServiceAddress(socket, 0, PID, Duration.ofHours(1)).write(tester.store);
  }

  @AfterEach
  void end() throws IOException {
    hung.close();
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
  void recordsIntoOutboxWhichNextTraceSends() throws IOException {
    Outcome first = trace("cp in.txt copy.txt; exit 5");

    assertThat(first.exitCode()).as(first.err()).isEqualTo(5);
    assertThat(first.err()).contains("pid " + PID, "1 recording", "sends them");
    assertThat(directory.resolve("copy.txt")).hasContent("one");
    assertThat(outbox()).hasSize(1);

    end();
    assertThat(tester.run("status").err()).contains("does not include 1 recording");
    Outcome second = trace("cp copy.txt out.txt");

    assertThat(second.err()).contains("sent ", "from the outbox");
    assertThat(outbox()).isEmpty();
    Outcome lineage = tester.run("lineage", "out.txt");
    assertThat(lineage.out()).contains("cp copy.txt out.txt", "cp in.txt copy.txt", "in.txt");
    assertThat(lineage.err()).doesNotContain("incomplete");
  }

  @Test
  void sendsWhatCommandsWroteBeforeTheyWereKilled() throws IOException {
    trace("cp in.txt copy.txt");
    Path file = outbox().get(0);
    byte[] whole = Files.readAllBytes(file);
    end();

    Files.writeString(file, "{\"reporter\""); // killed before the head was complete
    Outcome next = trace("true");

    assertThat(next.exitCode()).isZero();
    assertThat(next.err()).isEmpty();
    assertThat(outbox()).isEmpty();

    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    trace("true");

    Outcome lineage = tester.run("lineage", "copy.txt");
    assertThat(lineage.out()).contains("in.txt");
    assertThat(lineage.out() + lineage.err()).contains("incomplete");
  }

  /** Runs the commands at the same time, since each waits until the service counts as silent. */
  @Test
  void refusesQuestionsAndReportsWithTheServiceAndItsPid() {
    List<String> questions = List.of("status", "lineage in.txt");
    List<String> reports = List.of("attach dsl pipe=feed", "import in.txt", "mount . mirror");
    Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
    List<Thread> threads =
        Stream.concat(questions.stream(), reports.stream())
            .map(line -> new Thread(() -> outcomes.put(line, tester.run(line.split(" ")))))
            .toList();
    threads.forEach(Thread::start);
    threads.forEach(SilentServiceIT::join);

    for (String question : questions) {
      assertThat(outcomes.get(question).exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(outcomes.get(question).err())
          .contains(tester.store.toString(), "pid " + PID, "10 s");
    }
    for (String report : reports) {
      assertThat(outcomes.get(report).exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(outcomes.get(report).err().lines())
          .singleElement()
          .asString()
          .contains(tester.store.toString(), "pid " + PID, "10 s", "kill -KILL " + PID);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

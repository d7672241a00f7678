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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands beside a service that hangs: its socket accepts connections, but nobody answers. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class SilentServiceIT {
  private static final long PID = 4711;

  @TempDir private Path directory;

  private CommandTester tester;
  private ServerSocketChannel hung;

  @BeforeEach
  void hang() throws IOException {
    tester = new CommandTester(directory);
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
  void marksRecordingIncompleteWhenItsCommandWasKilled() throws IOException {
    trace("cp in.txt copy.txt");
    Path file = outbox().get(0);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));

    end();
    trace("true");

    Outcome lineage = tester.run("lineage", "copy.txt");
    assertThat(lineage.out()).contains("in.txt");
    assertThat(lineage.out() + lineage.err()).contains("incomplete");
  }

  @Test
  void deletesFileOfCommandThatWasKilledBeforeItsHead() throws IOException {
    trace("true");
    Files.writeString(outbox().get(0), "{\"reporter\"");

    end();
    Outcome next = trace("true");

    assertThat(next.exitCode()).isZero();
    assertThat(next.err()).isEmpty();
    assertThat(outbox()).isEmpty();
  }

  @Test
  void refusesQuestionsWithTheServiceAndItsPid() {
    for (String command : new String[] {"status", "lineage in.txt"}) {
      Outcome outcome = tester.run(command.split(" "));
      assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(outcome.err()).contains(tester.store.toString(), "pid " + PID, "10 s");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"attach dsl pipe=feed", "import in.txt", "mount . mirror"})
  void refusesToReportWithOneLineThatNamesTheServiceAndTheRemedy(String command) {
    Outcome outcome = tester.run(command.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains(tester.store.toString(), "pid " + PID, "10 s", "kill -KILL " + PID);
  }
}

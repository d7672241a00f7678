// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that commands record the same through a running service as without it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServedRecordingIT {
  private static final String SAVED =
      """
      100 execve("/bin/cp", ["cp", "/w/a", "/w/b"], 0x7ffd /* 9 vars */) = 0
      100 openat(AT_FDCWD, "/w/a", O_RDONLY) = 3
      100 openat(AT_FDCWD, "/w/b", O_WRONLY|O_CREAT|O_TRUNC, 0644) = 4
      100 read(3, "", 131072) = 5
      complete nonsense
      100 write(4, "", 5) = 5
      100 socket(AF_UNIX, SOCK_STREAM, 0) = 5
      100 connect(5, {sa_family=AF_UNIX, sun_path="/run/service"}, 110) = 0
      100 read(5, "", 131072) = 5
      100 shmat(7, NULL, 0) = 0x7f0000000000
      100 msgsnd(8, {1, ""}, 5, 0) = 0
      100 rename("/w/b", "/w/c") = 0
      100 exit_group(0) = ?
      100 +++ exited with 0 +++
      """;

  @TempDir private Path directory;

  private CommandTester served;
  private CommandTester alone;
  private Service service;

  @BeforeEach
  void start() throws IOException {
    served = new CommandTester(directory).withStrace();
    alone =
        new CommandTester(directory).with("COLOPHON_STORE", directory.resolve("alone").toString());
    service = Service.start(ServiceConfig.of(served.store));
    Files.writeString(directory.resolve("saved.strace"), SAVED);
    Files.writeString(directory.resolve("in.txt"), "b\na\n");
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  @Test
  void tracesIntoTheServiceWithOutputAndStatusOfTheCommand() {
    String script = "sort in.txt | tr a-z A-Z > out.txt; cat out.txt; exit 7";

    Outcome traced = served.run("trace", "-v", "--", "sh", "-c", "cd " + directory + "; " + script);

    assertThat(traced.exitCode()).as(traced.err()).isEqualTo(7);
    assertThat(traced.err()).contains("reported", "through its service");
    assertThat(served.run("lineage", "out.txt", "--data-only").out())
        .contains("tr a-z A-Z", "pipe:", "sort", "in.txt");
  }

  @Test
  void recognizesFilesThatServiceRecordedByIdentityAndByContent() throws IOException {
    String script = "cd " + directory + "; sort in.txt > out.txt";
    assertThat(served.run("trace", "--", "sh", "-c", script).exitCode()).isZero();
    Files.copy(directory.resolve("out.txt"), directory.resolve("copy"));
    Files.move(directory.resolve("out.txt"), directory.resolve("moved"));

    assertThat(served.run("identify", "copy").out())
        .contains("/out.txt", "written by  sort in.txt");
    Outcome lineage = served.run("lineage", "moved");
    assertThat(lineage.out()).contains("written by sort in.txt");
    assertThat(lineage.err()).contains("/out.txt, which was moved");
  }

  @Test
  void printsSameThroughServiceAsWithoutService() {
    for (String line : new String[] {"import saved.strace", "trace --from saved.strace"}) {
      Outcome through = served.run(line.split(" "));
      Outcome directly = alone.run(line.split(" "));
      assertThat(through.exitCode()).as(through.err()).isEqualTo(directly.exitCode());
      assertThat(through.err()).isEqualTo(directly.err());
    }
    for (String line : new String[] {"export -f dot", "history /w/c", "lineage /w/c --all"}) {
      assertThat(withoutLsns(served.run(line.split(" "))))
          .isEqualTo(withoutLsns(alone.run(line.split(" "))));
    }
    for (String name : new String[] {"unix:///run/service/received", "shm://7", "msg://8"}) {
      assertThat(served.run("history", name).out()).contains("became object:");
    }
  }

  /**
   * Removes LSNs and times. In a service, a remark on bad input has an LSN, and the times are
   * current.
   */
  private static String withoutLsns(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome
        .out()
        .replaceAll(
            "[0-9]{2}:[0-9]{2}:[0-9.]+|(?m)^ *[.:0-9-]+ |LSNs? [0-9]+|@ ?[0-9]+|[0-9]+(\\.\\.[0-9]+)",
            "");
  }

  @Test
  void deletesItsSourceAfterAnImport() {
    assertThat(served.run("import", "saved.strace").exitCode()).isEqualTo(ExitCode.PARTIAL);
    try (ServiceConnection connection = ServiceConnection.ofStore(served.store).orElseThrow();
        ServiceResponse response = connection.exchange(ServiceRequest.get("/v1/sources").build())) {
      assertThat(response.text().strip()).isIn("[]", "[ ]");
    }
  }

  @Test
  void reportsRejectionsOfTheService() throws IOException {
    String tooLong = "/" + "x".repeat(70_000);
    Files.writeString(
        directory.resolve("feed"),
        """
        type:Process id:1 pid:7 name:cp
        type:Artifact id:2 path:%s
        type:Used from:1 to:2
        type:Artifact id:3 path:/kept
        type:WasGeneratedBy from:3 to:1
        """
            .formatted(tooLong));
    Outcome imported = served.run("import", "dsl", "from=feed");
    assertThat(imported.exitCode()).as(imported.err()).isEqualTo(ExitCode.PARTIAL);
    assertThat(imported.err()).contains("could not be understood", "exit code is 4");
    assertThat(served.run("lineage", "/kept").out()).contains("cp");
    assertThat(served.run("lineage", "/kept", "--json").out())
        .contains("\"incomplete\" : true", "events_lost");
  }

  @Test
  void rejectsOptionsThatTheServiceSetsItself() {
    Outcome dropping = served.run("trace", "--on-overload=drop", "--", "touch", "was-run");
    assertThat(dropping.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(dropping.err()).contains("--on-overload");
    assertThat(directory.resolve("was-run")).doesNotExist();
    assertThat(served.run("import", "saved.strace", "--also-into", "memory").exitCode())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void exitsWith127WhenCommandIsMissing() {
    Outcome outcome = served.run("trace", "--", "no-such-command");

    assertThat(outcome.exitCode()).isEqualTo(127);
    assertThat(outcome.err()).isEqualTo("colophon: no-such-command: command not found\n");
  }
}

package org.colophon.examples.self;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs examples/python/report.py against a service. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PythonReporterIT {
  private static final Path SCRIPT = Path.of("../python/report.py").toAbsolutePath().normalize();

  /** Script that reports, and continues after each line on standard input. */
  private static final String MANY =
      """
      import sys
      sys.path.insert(0, sys.argv[1])
      from report import Reporter
      with Reporter(sys.argv[2], "many", batch=50) as reporter:
          reporter.report(op="process", id="p", pid=1)
          for i in range(1000):
              reporter.report(op="write", process="p", path="/many/%d" % i, bytes=1)
              if i % 250 == 100:
                  print("pause", flush=True)
                  sys.stdin.readline()
      print("done", reporter.refused, flush=True)
      """;

  /** Script that copies a file whose name, given in hexadecimal, is not UTF-8. */
  private static final String ODD_NAME =
      """
      import os, sys
      sys.path.insert(0, sys.argv[1])
      import report
      path = os.path.join(os.fsencode(sys.argv[3]), bytes.fromhex(sys.argv[4]))
      with open(path, "wb") as file:
          file.write(b"content")
      copy = os.path.join(sys.argv[3], "copy-" + sys.argv[4])
      sys.exit(report.main([sys.argv[2], "copy", os.fsdecode(path), copy]))
      """;

  /** Script that reports a unit larger than a batch, and one that exceeds the service's limit. */
  private static final String UNITS =
      """
      import sys
      sys.path.insert(0, sys.argv[1])
      from report import Refused, Reporter
      reporter = Reporter(sys.argv[2], "run-units", batch=2)
      print(reporter.where("my log"), flush=True)
      reporter.report(op="process", id="p", pid=1)
      for position in ("12", "x" * 5000):
          reporter.report(op="begin")
          for i in range(3):
              reporter.report(op="write", process="p", path="/unit/%s/%d" % (position[:2], i))
          try:
              reporter.report(op="position", source="my log", position=position)
              print(reporter.where("my log"), reporter.refused, flush=True)
          except Refused as refused:
              print("refused:", refused, flush=True)
      """;

  /** Script that uses the same ids for processes and objects, assigned in another order. */
  private static final String SAME_IDS =
      """
      import sys
      sys.path.insert(0, sys.argv[1])
      from report import Reporter
      with Reporter(sys.argv[2], "run-ids", batch=1) as reporter:
          for i in "012":
              reporter.report(op="process", id=i, pid=1, executable="/bin/prog" + i)
          for i in "210":
              reporter.report(op="object", id=i, path="/same/" + i)
          reporter.report(op="write", process="1", object="1")
          reporter.report(op="derive", effect="0", cause="1")
          reporter.report(op="link", effect="0", cause="1")
          reporter.report(op="write", process="0", object="0")
          reporter.report(op="gap", process="0", cause="events_lost")
      print(reporter.refused)
      """;

  @TempDir Path temp;

  private Service serve() {
    return Service.start(ServiceConfig.of(temp.resolve("store")));
  }

  private static Process python(Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(log.toFile()).start();
  }

  /** Runs a script to its end; returns its standard output. */
  private String run(Service service, String script, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-c", script, SCRIPT.getParent().toString(), service.config().socket().toString()));
    arguments.addAll(List.of(more));
    Path log = temp.resolve("log");
    Process process = python(log, arguments.toArray(new String[0]));
    try (var output = process.inputReader()) {
      boolean isOver = process.waitFor(30, TimeUnit.SECONDS);
      assertThat(isOver).as("script ends: %s", Files.readString(log)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log)).isZero();
      return output.lines().collect(Collectors.joining("\n"));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void recordsItsOwnReadsAndWrites() throws Exception {
    Service service = serve();
    Files.writeString(temp.resolve("from"), "content");
    Process copy =
        python(
            temp.resolve("log"),
            SCRIPT.toString(),
            service.config().socket().toString(),
            "copy",
            temp.resolve("from").toString(),
            temp.resolve("to").toString());
    assertThat(copy.waitFor()).as(Files.readString(temp.resolve("log"))).isZero();
    assertThat(temp.resolve("to")).hasContent("content");
    assertThat(WordIndexTest.ask(service, "/v1/lineage", temp.resolve("to").toString()))
        .contains(temp.resolve("from").toString(), "report.py");
    assertThat(WordIndexTest.ask(service, "/v1/sources", null))
        .as("sources after the end of the only run")
        .isEqualToIgnoringWhitespace("[]");
    assertThat(WordIndexTest.ask(service, "/v1/inspect", temp.resolve("to").toString()))
        .contains("application/json");
    assertThat(service.stop()).isTrue();
  }

  @Test
  void reportsAtOnceThatThereIsNoService() throws Exception {
    String socket = temp.resolve("none/socket").toString();
    String from = Files.writeString(temp.resolve("from"), "content").toString();
    Process copy = python(temp.resolve("log"), SCRIPT.toString(), socket, "copy", from, from + "2");
    assertThat(copy.waitFor(30, TimeUnit.SECONDS))
        .as("ends without waiting for a service")
        .isTrue();
    assertThat(copy.exitValue()).isEqualTo(3);
    assertThat(temp.resolve("log")).hasContent("report.py: there is no service at " + socket);
  }

  @Test
  void distinguishesFilesWhoseNamesAreNotText() throws Exception {
    Service service = serve();
    run(service, ODD_NAME, temp.toString(), "636166e9");
    run(service, ODD_NAME, temp.toString(), "636166e8");
    for (String one : List.of("e9", "e8")) {
      String other = one.equals("e9") ? "e8" : "e9";
      String copy = temp.resolve("copy-636166" + one).toString();
      assertThat(WordIndexTest.ask(service, "/v1/lineage", copy))
          .contains("caf\\\\x" + one)
          .doesNotContain("caf\\\\x" + other);
      String found = WordIndexTest.ask(service, "/v1/history", temp + "/caf\\x" + one);
      assertThat(found).contains("caf\\\\x" + one, "events");
    }
    assertThat(service.stop()).isTrue();
  }

  @Test
  void distinguishesProcessesFromObjectsWithTheSameIds() throws Exception {
    Service service = serve();
    assertThat(run(service, SAME_IDS)).isEqualTo("0");
    assertThat(WordIndexTest.ask(service, "/v1/lineage", "/same/0"))
        .contains("/bin/prog0", "/same/1", "/bin/prog1")
        .doesNotContain("/same/2", "/bin/prog2");
    assertThat(service.stop()).isTrue();
  }

  @Test
  void sendsUnitsWholeAndReportsRejectedUnits() throws Exception {
    Service service = serve();
    assertThat(run(service, UNITS).split("\n"))
        .hasSize(3)
        .satisfies(
            said -> {
              assertThat(said[0]).isEqualTo("b''");
              assertThat(said[1]).isEqualTo("b'12' 0");
              assertThat(said[2]).startsWith("refused: ").contains("position");
            });
    String names = WordIndexTest.ask(service, "/v1/history", "/unit/12/2");
    assertThat(names).contains("events");
    assertThat(service.stop()).isTrue();
  }

  @Test
  void continuesAfterTheServiceRestarted() throws Exception {
    Service service = serve();
    Process many =
        python(
            temp.resolve("log"),
            "-c",
            MANY,
            SCRIPT.getParent().toString(),
            service.config().socket().toString());
    try (var output = many.inputReader();
        var input = many.getOutputStream()) {
      String said = output.readLine();
      while ("pause".equals(said)) {
        service.stop();
        input.write('\n');
        input.flush();
        service = serve();
        said = output.readLine();
      }
      assertThat(said).as(Files.readString(temp.resolve("log"))).isEqualTo("done 0");
    }
    assertThat(many.waitFor()).isZero();
    String sources = WordIndexTest.ask(service, "/v1/sources/many", null);
    assertThat(sources).contains(": 1001");
    assertThat(service.stop()).isTrue();
  }
}

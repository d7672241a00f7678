package org.colophon.examples.self;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** examples/python/report.py against a service. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PythonReporterIT {
  private static final Path SCRIPT = Path.of("../python/report.py").toAbsolutePath().normalize();

  /** Reports, and goes on after each line that it reads from standard input. */
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

  @TempDir Path temp;

  private Service serve() {
    return Service.start(ServiceConfig.of(temp.resolve("store")));
  }

  private static Process python(Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(log.toFile()).start();
  }

  @Test
  void shouldRecordItsOwnReadsAndWrites() throws Exception {
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
        .as("a single run, forgotten in time")
        .contains("run-report.py-" + copy.pid());
    assertThat(WordIndexTest.ask(service, "/v1/inspect", temp.resolve("to").toString()))
        .contains("application/json");
    assertThat(service.stop()).isTrue();
  }

  @Test
  void shouldSayAtOnceThatThereIsNoService() throws Exception {
    String socket = temp.resolve("none/socket").toString();
    String from = Files.writeString(temp.resolve("from"), "content").toString();
    Process copy = python(temp.resolve("log"), SCRIPT.toString(), socket, "copy", from, from + "2");
    assertThat(copy.waitFor(30, TimeUnit.SECONDS)).as("it waits").isTrue();
    assertThat(copy.exitValue()).isEqualTo(3);
    assertThat(temp.resolve("log")).hasContent("report.py: there is no service at " + socket);
  }

  @Test
  void shouldGoOnWhenTheServiceWasAway() throws Exception {
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

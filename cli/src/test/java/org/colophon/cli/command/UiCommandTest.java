// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UiCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;
  private String cookie = "";

  @BeforeEach
  void record() {
    tester = new CommandTester(directory);
    tester.record(sink -> Recorded.compile(sink, at("a.c"), at("a.o")));
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).header("Cookie", cookie).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private void logIn(String link) throws IOException, InterruptedException {
    HttpResponse<String> answer = get(link);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    cookie = answer.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
  }

  /** A command that runs until it is interrupted. */
  private final class Running implements AutoCloseable {
    private final PipedInputStream in = new PipedInputStream();
    private final PipedOutputStream out = new PipedOutputStream(in);
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Thread thread;

    Running(String... args) throws IOException {
      thread = new Thread(() -> outcome.complete(tester.runInto(out, args)));
      thread.start();
    }

    String link() throws IOException {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
    }

    @Override
    public void close() throws IOException {
      thread.interrupt();
      assertThat(outcome.join().exitCode()).isEqualTo(ExitCode.FOUND);
      out.close();
    }
  }

  @Test
  void servesStoreWithoutServiceUntilInterrupted() throws Exception {
    String address;
    try (Running ui = new Running("ui", "--no-browser", "a.o")) {
      String link = ui.link();
      assertThat(link)
          .matches(
              "http://127\\.0\\.0\\.1:[0-9]+/login\\?code=[0-9a-f]{64}#graph\\?target=.*a\\.o");
      address = link.replaceFirst("/login.*", "");
      assertThat(get(address + "/v1/store").statusCode()).isEqualTo(401);
      logIn(link);
      assertThat(get(address + "/").body()).contains("/ui/main.js");
      assertThat(get(address + "/v1/show?target=" + at("a.o")).body()).contains("/usr/bin/cc");
      assertThat(get(address + "/v1/tail").statusCode()).isEqualTo(404);
      tester.record(sink -> Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("later"))));
      assertThat(get(address + "/v1/show?target=" + at("later")).statusCode())
          .as("record written after the explorer started")
          .isEqualTo(200);
      Files.move(tester.store, directory.resolve("moved"));
      assertThat(get(address + "/v1/store").body()).contains("is gone", "moved or deleted");
      Files.move(directory.resolve("moved"), tester.store);
    }
    assertThat(tester.store.resolve("token")).doesNotExist();
  }

  @Test
  void linksToProgram() throws Exception {
    try (Running ui = new Running("ui", "--no-browser", "exe:cc")) {
      assertThat(ui.link()).endsWith("#graph?target=exe%3Acc");
    }
  }

  @Test
  void linksToRunningService() throws Exception {
    Service service = Service.start(ServiceConfig.of(tester.store));
    try {
      Outcome outcome = tester.run("ui", "--no-browser");
      assertThat(outcome.exitCode()).isEqualTo(ExitCode.FOUND);
      assertThat(outcome.err()).contains("open the link within 2 minutes; it works once");
      String link = outcome.out().strip();
      logIn(link);
      String status = link.replaceFirst("/login.*", "/v1/status");
      assertThat(get(status).body()).contains("running");
      assertThat(tester.run("ui", "--port", "8080").err()).contains("--port", "--embedded");
    } finally {
      service.stop();
    }
  }

  @Test
  void refusesMissingStoreAndWrongPort() {
    assertThat(tester.run("ui", "--port", "70000").exitCode()).isEqualTo(ExitCode.USAGE);
    Outcome missing = tester.run("ui", "--store", at("none"));
    assertThat(missing.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(missing.err()).contains("nothing has been recorded");
  }

  @Test
  void handsLinkToBrowserInPrivateFile() throws Exception {
    Path programs = Files.createDirectory(directory.resolve("bin"));
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path opener =
        Files.writeString(programs.resolve("xdg-open"), "#!/bin/sh\necho \"$1\" > " + pipe + "\n");
    Files.setPosixFilePermissions(opener, PosixFilePermissions.fromString("rwx------"));
    Service service = Service.start(ServiceConfig.of(tester.store));
    try {
      tester.with("DISPLAY", ":0").with("PATH", programs + ":" + System.getenv("PATH"));
      tester.with("XDG_STATE_HOME", at("state"));
      Outcome outcome = tester.run("ui", "a.o");
      assertThat(outcome.err()).contains("opened in the browser");
      assertThat(Files.readString(pipe)).endsWith("/explorer.html\n").doesNotContain("code=");
      Path page = Path.of(at("state"), "colophon", "explorer.html");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
          .isEqualTo("rw-------");
      assertThat(Files.readString(page)).contains("url=" + outcome.out().strip());
    } finally {
      service.stop();
    }
  }
}

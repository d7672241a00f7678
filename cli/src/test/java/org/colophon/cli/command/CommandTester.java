// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Launcher;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;

/** Runs commands in this process, in a directory with a store. */
public final class CommandTester {
  final Path directory;
  final Path store;
  private final Map<String, String> environment = new HashMap<>();
  private boolean isTerminal;
  private boolean isInTerminal;
  private String input = "";
  private Launcher launcher = Launcher.NONE;
  private List<String> tracer = List.of();

  public CommandTester(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("store");
    environment.put("COLOPHON_STORE", store.toString());
    environment.put("HOME", directory.toString());
  }

  /** Sets an environment variable; null unsets it. */
  public CommandTester with(String name, String value) {
    environment.put(name, value);
    environment.values().removeIf(each -> each == null);
    return this;
  }

  /** Simulates output to a terminal. */
  CommandTester onTerminal() {
    isTerminal = true;
    return this;
  }

  /** Sets the standard input. */
  CommandTester reading(String text) {
    input = text;
    return this;
  }

  /** Simulates a user who types this text at a terminal. */
  CommandTester typing(String text) {
    isInTerminal = true;
    return onTerminal().reading(text);
  }

  /** Sets the launcher that commands use. */
  CommandTester with(Launcher other) {
    launcher = other;
    return this;
  }

  /**
   * Traces with strace. It starts in a tenth of the time of kernel events, which the kernel
   * verifies at each start.
   */
  public CommandTester withStrace() {
    tracer = List.of("--with", "strace");
    return this;
  }

  /** Creates the store with an additional adapter. */
  CommandTester attach(String engine) {
    try (Kernel kernel = new Store(store, text -> {}).openKernel(List.of(engine))) {
      kernel.drain();
    }
    return this;
  }

  /** Records operations through a kernel. */
  void record(Consumer<OperationSink> body) {
    try (Kernel kernel = new Store(store, text -> {}).openKernel(List.of())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      body.accept(sink);
      sink.flush();
      kernel.drain();
    }
  }

  /** Runs a command line. */
  public Outcome run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Outcome outcome = runInto(out, args);
    return new Outcome(outcome.exitCode(), out.toString(StandardCharsets.UTF_8), outcome.err());
  }

  /** Runs a command line with another standard output. */
  Outcome runInto(OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(out, err, isTerminal, isTerminal, environment);
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    List<String> words = new ArrayList<>(List.of(args));
    if (args.length > 0 && args[0].equals("trace") && !words.contains("--with")) {
      words.addAll(1, tracer);
    }
    int exitCode =
        Colophon.run(
            new Invocation(console, directory, in, isInTerminal, launcher),
            words.toArray(String[]::new));
    console.out().flush();
    console.err().flush();
    return new Outcome(exitCode, "", err.toString(StandardCharsets.UTF_8));
  }

  /** Exit code and output of a command. */
  public record Outcome(int exitCode, String out, String err) {}
}

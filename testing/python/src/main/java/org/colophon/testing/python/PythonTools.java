// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.python;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs Python scripts with the packages of {@code testing/python/requirements.txt}.
 * COLOPHON_TEST_PYTHON names an interpreter that has them. Without it, an environment is made once
 * for all modules, in {@code target/python} of the checkout. Any thread, and any process.
 */
public final class PythonTools {
  private static final Path CHECKOUT = findCheckout();
  private static final Path HOME = CHECKOUT.resolve("testing/python");
  private static final Path SCRIPTS = HOME.resolve("src/main/scripts");

  private PythonTools() {}

  /**
   * The end of a script.
   *
   * @param exitCode the exit status
   * @param out everything on standard output
   * @param err everything on standard error
   */
  public record Outcome(int exitCode, String out, String err) {}

  /**
   * Returns what a script prints.
   *
   * @throws AssertionError if it fails; the message has its errors
   */
  public static String run(Path script, Object... arguments)
      throws IOException, InterruptedException {
    return succeed(command(script, arguments));
  }

  /** Runs a script, which may fail. */
  public static Outcome tryRun(Path script, Object... arguments)
      throws IOException, InterruptedException {
    return execute(command(script, arguments));
  }

  /**
   * Has a validator of another project check documents. Returns {@code ok}, or {@code invalid} and
   * the first error, for each document, in their order.
   *
   * @param format a word of {@code src/main/scripts/validate.py}, such as {@code cyclonedx}
   */
  public static List<String> validate(String format, List<Path> documents)
      throws IOException, InterruptedException {
    Object[] words = Stream.concat(Stream.of(format), documents.stream()).toArray();
    return run(SCRIPTS.resolve("validate.py"), words).lines().toList();
  }

  /** Has a validator check texts, as {@link #validate} does. */
  public static List<String> validateTexts(String format, List<String> documents)
      throws IOException, InterruptedException {
    return runOnTexts("validate.py", List.of(format), documents).lines().toList();
  }

  /**
   * Has the libraries prov and rdflib read PROV-JSON, PROV-O in Turtle and in JSON-LD. Returns a
   * JSON object of the numbers of triples and relations.
   *
   * @throws AssertionError if the documents have different RDF
   */
  public static String compareProv(String json, String turtle, String jsonLd)
      throws IOException, InterruptedException {
    return runOnTexts("prov_rdf.py", List.of(), List.of(json, turtle, jsonLd));
  }

  /**
   * Has the library prov read PROV-JSON, and write it. Returns a JSON object of the counts of
   * records and of the labels that it saw.
   *
   * @throws AssertionError if the document changes on its way
   */
  public static String roundTripProv(String json) throws IOException, InterruptedException {
    return runOnTexts("prov_roundtrip.py", List.of(), List.of(json));
  }

  private static String runOnTexts(String script, List<String> words, List<String> texts)
      throws IOException, InterruptedException {
    List<Object> arguments = new ArrayList<>(words);
    List<Path> files = new ArrayList<>();
    try {
      for (String each : texts) {
        files.add(Files.writeString(Files.createTempFile("document", ""), each));
      }
      arguments.addAll(files);
      return run(SCRIPTS.resolve(script), arguments.toArray());
    } finally {
      for (Path each : files) {
        Files.delete(each);
      }
    }
  }

  private static List<String> command(Path script, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(interpreter(), script.toString()));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    return command;
  }

  private static Path findCheckout() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("testing/python/requirements.txt"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new AssertionError("the tests run outside of a checkout");
      }
    }
    return directory;
  }

  private static String interpreter() throws IOException, InterruptedException {
    String given = System.getenv("COLOPHON_TEST_PYTHON");
    return given == null ? environment().resolve("bin/python").toString() : given;
  }

  /** Makes the environment unless it has the packages. The lock excludes other processes. */
  private static synchronized Path environment() throws IOException, InterruptedException {
    Path environment = CHECKOUT.resolve("target/python");
    Files.createDirectories(environment);
    Path requirements = HOME.resolve("requirements.txt");
    Path installed = environment.resolve("installed.txt");
    try (FileChannel channel =
        FileChannel.open(
            environment.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // until the channel is closed
      if (!Files.exists(installed) || Files.mismatch(requirements, installed) >= 0) {
        Files.deleteIfExists(installed);
        succeed(List.of("python3", "-m", "venv", environment.toString()));
        String python = environment.resolve("bin/python").toString();
        String pip = "--disable-pip-version-check";
        succeed(List.of(python, "-m", "pip", "install", "-q", pip, "-r", requirements.toString()));
        Files.copy(requirements, installed);
      }
    }
    return environment;
  }

  private static String succeed(List<String> command) throws IOException, InterruptedException {
    Outcome outcome = execute(command);
    if (outcome.exitCode() != 0) {
      throw new AssertionError(
          "%s failed; it needs python3 with venv and the packages of testing/python: %s"
              .formatted(String.join(" ", command), outcome.err()));
    }
    return outcome.out();
  }

  private static Outcome execute(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("python", ".out");
    Path err = Files.createTempFile("python", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      return new Outcome(process.waitFor(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}

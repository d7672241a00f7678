// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Starts Java programs of this test as the user {@code nobody}, in a directory of this user. */
final class OtherUser {
  static final String NAME = "nobody";

  final Path directory;
  private final List<String> classPath = new ArrayList<>();

  private OtherUser(Path directory) {
    this.directory = directory;
  }

  /** Copies the class path to a directory that the user can read. Skips the test without root. */
  static OtherUser in(Path parent) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
    OtherUser user = new OtherUser(Files.createDirectory(parent.resolve("home")));
    int count = 0;
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path source = Path.of(element);
      if (Files.exists(source)) {
        String name = count++ + (Files.isDirectory(source) ? "" : ".jar");
        copy(source, user.directory.resolve(name));
        user.classPath.add(user.directory.resolve(name).toString());
      }
    }
    new ProcessBuilder("chown", NAME, user.directory.toString()).start().waitFor();
    return user;
  }

  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> all = Files.walk(source)) {
      for (Path file : all.toList()) {
        Files.copy(file, target.resolve(source.relativize(file).toString()));
      }
    }
  }

  /**
   * Prepares a program.
   *
   * @param capabilities in the syntax of setpriv, such as {@code +bpf,+perfmon}; empty for none
   */
  ProcessBuilder java(String capabilities, Class<?> main, List<String> arguments) {
    List<String> words =
        new ArrayList<>(List.of("setpriv", "--reuid", NAME, "--regid", "65534", "--clear-groups"));
    if (!capabilities.isEmpty()) {
      words.addAll(List.of("--inh-caps", capabilities, "--ambient-caps", capabilities));
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    words.addAll(
        List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            String.join(File.pathSeparator, classPath),
            main.getName()));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    return builder;
  }

  /** Output and exit status of a program. */
  record Outcome(int status, String out) {}

  static Outcome finish(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), out);
  }
}

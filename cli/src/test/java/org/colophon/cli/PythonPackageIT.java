// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds and installs the Python package, and runs its tests with this build of Colophon. */
@Tag("slow")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class PythonPackageIT {
  private static final Path PROJECT = Path.of("../clients/python").toAbsolutePath().normalize();

  @TempDir private Path directory;

  @Test
  void passesItsTestsAndTypeCheckWhenInstalledFromItsWheel() throws Exception {
    installCommand();
    run("python3", "-m", "venv", "venv");
    python("-m", "pip", "wheel", "-q", "--no-deps", "-w", "dist", PROJECT.toString());
    Path wheel;
    try (var built = Files.list(directory.resolve("dist"))) {
      wheel = built.findAny().orElseThrow();
    }
    python("-m", "pip", "install", "-q", wheel.toString());
    python("-m", "pip", "install", "-q", "-r", PROJECT.resolve("tests/requirements.txt") + "");

    python("-m", "unittest", "discover", "-s", PROJECT.resolve("tests").toString());
    python("-m", "mypy", "--config-file", PROJECT.resolve("pyproject.toml") + "", "-p", "colophon");
  }

  private void installCommand() throws IOException {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path command =
        Files.writeString(
            bin.resolve("colophon"),
            "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                .formatted(java, System.getProperty("java.class.path"), Main.class.getName()));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
  }

  private void python(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(directory + "/venv/bin/python"));
    command.addAll(List.of(arguments));
    run(command.toArray(new String[0]));
  }

  private void run(String... command) throws Exception {
    Path log = directory.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("PATH", directory + "/bin:" + System.getenv("PATH"));
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().remove("COLOPHON_SERVICE");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Publishes artifacts to a directory, and builds and runs {@code examples/embedded} from there. */
@Tag("slow")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EmbeddedExampleIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String JAVA_HOME = System.getProperty("java.home");

  /** Maven's local repository; Surefire sets the property. */
  private static final Path LOCAL = Path.of(System.getProperty("localRepository"));

  @TempDir private Path directory;

  @Test
  void printsItsLineageWhenBuiltFromPublishedArtifacts() throws Exception {
    Path published = directory.resolve("published");
    run(
        ROOT,
        ROOT + "/distribution/maven",
        published.toString(),
        "-q",
        "-Dmaven.repo.local=" + LOCAL,
        "-pl",
        "client,query,storage/rocksdb");
    Path query = published.resolve("org/colophon/colophon-query/0.1.0");
    assertThat(Files.readString(query.resolve("colophon-query-0.1.0.pom")))
        .contains("<version>0.1.0</version>")
        .doesNotContain("SNAPSHOT");
    assertThat(query.resolve("colophon-query-0.1.0-sources.jar")).isNotEmptyFile();
    assertThat(query.resolve("colophon-query-0.1.0-javadoc.jar")).isNotEmptyFile();
    assertThat(published.resolve("org/colophon/colophon-testing-effort")).doesNotExist();

    Path project = copyExample();
    run(
        project,
        "mvn",
        "-B",
        "-q",
        "-gs",
        mirrorOfLibraries().toString(),
        "-s",
        "settings.xml",
        "-Drepository=" + published.toUri(),
        "-Dmaven.repo.local=" + directory.resolve("m2"),
        "package");
    Path a = Files.writeString(project.resolve("a.txt"), "one\n");
    Path b = Files.writeString(project.resolve("b.txt"), "two\n");
    Path summary = project.resolve("summary.txt");
    String printed =
        run(
            project,
            JAVA_HOME + "/bin/java",
            "-jar",
            "target/embedded-1.jar",
            directory.resolve("store").toString(),
            "a.txt",
            "b.txt",
            "summary.txt");
    assertThat(summary).hasContent("one\ntwo\n");
    assertThat(printed.lines())
        .contains(
            summary + " DERIVATION summary://words",
            "summary://words DERIVATION " + a,
            "summary://words DERIVATION " + b);
  }

  private Path copyExample() throws IOException {
    Path copy = directory.resolve("embedded");
    FileUtils.copyDirectory(
        ROOT.resolve("examples/embedded").toFile(),
        copy.toFile(),
        file -> !file.getName().equals("target"));
    return copy;
  }

  /** Writes settings whose only other repository has the local libraries, but not Colophon. */
  private Path mirrorOfLibraries() throws IOException {
    Path libraries = Files.createDirectories(directory.resolve("libraries/org")).getParent();
    linkAll(LOCAL, libraries, "org");
    linkAll(LOCAL.resolve("org"), libraries.resolve("org"), "colophon");
    return Files.writeString(
        directory.resolve("global.xml"),
        """
        <settings><mirrors><mirror>
          <id>libraries</id><mirrorOf>*,!colophon</mirrorOf><url>%s</url>
        </mirror></mirrors></settings>
        """
            .formatted(libraries.toUri()));
  }

  private static void linkAll(Path from, Path to, String omitted) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        if (!entry.getFileName().toString().equals(omitted)) {
          Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
        }
      }
    }
  }

  private String run(Path place, String... command) throws Exception {
    Path log = directory.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(place.toFile());
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      int status = process.waitFor();
      assertThat(status).as(Files.readString(log)).isZero();
      return Files.readString(log);
    } finally {
      process.destroyForcibly();
    }
  }
}

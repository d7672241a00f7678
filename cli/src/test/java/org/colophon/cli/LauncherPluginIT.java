// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.cli.FakeCheckout.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the launcher script with plug-ins, and with fakes of Maven and the JDKs. */
@Tag("jdk")
class LauncherPluginIT {
  private static final Map<String, String> NOTHING_MORE = Map.of();

  @TempDir private Path directory;

  private FakeCheckout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = new FakeCheckout(directory);
  }

  private Outcome launch(String... args) throws Exception {
    return launchWith(NOTHING_MORE, args);
  }

  private Outcome launchWith(Map<String, String> environment, String... args) throws Exception {
    String[] command =
        Stream.concat(Stream.of(checkout.launcher.toString()), Stream.of(args))
            .toArray(String[]::new);
    return checkout.run(directory, environment, command);
  }

  private Path plugin() {
    return checkout.root.resolve("plugins/neo4j");
  }

  @Test
  void buildsPluginIntoSeparateDirectory() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch("build-plugin", "neo4j");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).contains("building the plug-in neo4j").contains("130 MB");
    assertThat(checkout.mavenCalls()).hasSize(1);
    assertThat(checkout.mavenCalls().get(0)).contains("-pl query/procedures -am");
    assertThat(plugin()).isDirectoryContaining("glob:**/neo4j.jar");
    assertThat(plugin()).isDirectoryContaining("glob:**/plugin.properties");
  }

  @Test
  void buildsPluginOnceWhenSourcesAreUnchanged() throws Exception {
    checkout.addJdk("17.0.1");
    launch("build-plugin", "neo4j");

    Outcome outcome = launch("build-plugin", "neo4j");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"query/procedures/src/main", "storage/neo4j/src/main", "core/api/src/main"})
  void buildsPluginAgainWhenItsSourcesChanged(String directory) throws Exception {
    checkout.addJdk("17.0.1");
    launch("build-plugin", "neo4j");
    Files.writeString(checkout.root.resolve(directory + "/A.java"), "class A {}");

    Outcome outcome = launch("build-plugin", "neo4j");

    assertThat(outcome.err()).contains("building the plug-in neo4j");
    assertThat(outcome.status()).isZero();
    assertThat(checkout.mavenCalls()).hasSize(2);
    assertThat(plugin()).isDirectoryContaining("glob:**/neo4j.jar");
  }

  @Test
  void replacesPartsOfInterruptedBuild() throws Exception {
    checkout.addJdk("17.0.1");
    launch("build-plugin", "neo4j");
    Files.move(plugin(), plugin().resolveSibling("neo4j.part"));

    Outcome outcome = launch("build-plugin", "neo4j");

    assertThat(outcome.status()).isZero();
    assertThat(plugin()).isDirectoryContaining("glob:**/neo4j.jar");
    assertThat(plugin().resolveSibling("neo4j.part")).doesNotExist();
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void showsProgressOfBuild() throws Exception {
    checkout.addJdk("17.0.1");

    assertThat(launch("build-plugin", "neo4j").err())
        .contains("\ncolophon: module 1 of 2: Colophon: API\n");
  }

  @Test
  void buildsNoPluginForOtherCommands() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch("adapters", "attach", "neo4j");

    assertThat(outcome.out()).contains("neo4j").doesNotContain("plugins/neo4j");
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void reportsFailureOfBuild() throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addMaven(1);

    Outcome outcome = launch("build-plugin", "neo4j");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("what Maven said").contains("the build failed");
    assertThat(plugin()).doesNotExist();
  }

  @Test
  void rejectsPluginNameWithoutModule() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch("build-plugin", "neo5j");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("this checkout has no plug-in 'neo5j'");
  }

  @Test
  void enlargesHeapOfServiceWhenPluginNeedsIt() throws Exception {
    checkout.addJdk("17.0.1");

    assertThat(launch("serve").out()).contains("-Xmx384m");
    assertThat(launchWith(Map.of("COLOPHON_MIN_HEAP_MEBIBYTES", "1024"), "serve").out())
        .contains("-Xmx1024m");
  }
}

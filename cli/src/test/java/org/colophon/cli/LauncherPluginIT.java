package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.cli.FakeCheckout.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script and plug-ins, with fakes of Maven and the JDKs. */
@Tag("jdk")
class LauncherPluginIT {
  private static final Map<String, String> NOTHING_MORE = Map.of();

  @TempDir private Path folder;

  private FakeCheckout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = new FakeCheckout(folder);
  }

  private Outcome launch(String... args) throws Exception {
    return launchWith(NOTHING_MORE, args);
  }

  private Outcome launchWith(Map<String, String> environment, String... args) throws Exception {
    String[] command =
        Stream.concat(Stream.of(checkout.launcher.toString()), Stream.of(args))
            .toArray(String[]::new);
    return checkout.run(folder, environment, command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adapters attach neo4j",
        "adapters attach --share 0.5 neo4j",
        "adapters catch-up neo4j",
        "lineage prog --store-adapter neo4j",
        "lineage prog --store-adapter=neo4j",
        "trace --also-into neo4j -- make"
      })
  void shouldBuildPluginWhenItIsNamedAsAdapter(String line) throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launch(line.split(" "));

    assertThat(outcome.err()).contains("building the neo4j plug-in").contains("130 MB");
    assertThat(outcome.out())
        .contains(
            "cli/target/lib/a.jar:"
                + checkout.root
                + "/storage/procedures/target/plugin/neo4j.jar\n")
        .contains("--add-opens")
        .contains("jdk-17+neo4j.jsa");
    assertThat(checkout.mavenCalls()).hasSize(2);
    assertThat(checkout.mavenCalls().get(1)).contains("-pl storage/procedures -am");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "cypher",
        "bolt",
        "lineage neo4j",
        "history neo4j",
        "trace -- ls neo4j",
        "trace -- colophon lineage --store-adapter=neo4j",
        "adapters detach neo4j",
        "adapters"
      })
  void shouldNotBuildPluginWhenCommandCanDoWithout(String line) throws Exception {
    checkout.addJdk("17.0.1");
    checkout.addTools("strace", "gcc", "make", "ar", "dot");

    Outcome outcome = launch(line.split(" "));

    assertThat(outcome.status()).isZero();
    assertThat(checkout.mavenCalls()).hasSize(1);
    assertThat(outcome.out()).doesNotContain("neo4j.jar").doesNotContain("--add-opens");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adapters:\n  - engine: rocksdb\n  - engine: neo4j\n",
        "adapters: [{engine: 'neo4j'}]",
        "{\"adapters\": [{\"engine\" : \"neo4j\"}]}"
      })
  void shouldBuildPluginWhenServiceIsConfiguredWithIt(String yaml) throws Exception {
    checkout.addJdk("17.0.1");
    Files.writeString(folder.resolve("a.yaml"), yaml);

    Outcome checked = launch("serve", "--config", "a.yaml", "--check-config");
    Outcome outcome = launch("serve", "--config", "a.yaml");

    assertThat(checked.out()).doesNotContain("neo4j.jar");
    assertThat(outcome.out()).contains("neo4j.jar", "-Dslf4j.provider=org.colophon.service");
    assertThat(launch("serve", "--config=a.yaml").out()).contains("neo4j.jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"# engine: neo4j", "adapters: [{engine: neo4jj}]", "name: neo4j"})
  void shouldNotBuildPluginWhenServiceIsConfiguredWithoutIt(String yaml) throws Exception {
    checkout.addJdk("17.0.1");
    Files.writeString(folder.resolve("a.yaml"), yaml);

    assertThat(launch("serve", "--config", "a.yaml").out()).doesNotContain("neo4j.jar");
    assertThat(launch("serve", "--config", "missing.yaml").status()).isZero();
  }

  @Test
  void shouldUsePluginForCypherOnceItIsBuilt() throws Exception {
    checkout.addJdk("17.0.1");
    launch("adapters", "attach", "neo4j");

    assertThat(launch("cypher", "RETURN 1").out()).contains("neo4j.jar");
    assertThat(launch("bolt").out()).contains("neo4j.jar");
    assertThat(launch("lineage", "prog").out())
        .doesNotContain("neo4j.jar")
        .contains("jdk-17-questions.jsa");
    assertThat(checkout.mavenCalls()).hasSize(2);
  }

  @Test
  void shouldBuildPluginWhenItIsStartedForIt() throws Exception {
    checkout.addJdk("17.0.1");

    Outcome outcome = launchWith(Map.of("COLOPHON_WITH", "neo4j jdbc"), "lineage", "prog");

    assertThat(outcome.out()).contains("neo4j.jar", "h2.jar", "jdk-17+neo4j+jdbc.jsa");
  }

  @ParameterizedTest
  @ValueSource(strings = {"storage/procedures/src/main", "storage/neo4j/src/main", "core/src/main"})
  void shouldBuildPluginAgainWhenItsSourcesChanged(String folder) throws Exception {
    checkout.addJdk("17.0.1");
    launch("adapters", "attach", "neo4j");
    Path source = Files.writeString(checkout.root.resolve(folder + "/A.java"), "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));

    Outcome outcome = launch("cypher");

    assertThat(outcome.err()).contains("building the neo4j plug-in");
    assertThat(
            checkout.mavenCalls().stream().filter(call -> call.contains("-pl storage/procedures")))
        .hasSize(2);
  }

  @Test
  void shouldStartWithoutArchiveWhenRehearsalOfPluginFails() throws Exception {
    Path jdk = checkout.addJdk("17.0.1");
    checkout.failRehearsal(jdk);

    Outcome outcome = launch("adapters", "attach", "neo4j");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("neo4j.jar").doesNotContain("SharedArchiveFile");
  }

  @Test
  void shouldSaySoWhenPluginCannotBeBuilt() throws Exception {
    checkout.addJdk("17.0.1");
    launch("status");
    checkout.addMaven(1);

    Outcome outcome = launch("adapters", "attach", "neo4j");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("what Maven said").contains("the build failed");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void shouldSayWhatOfThePluginsIsNotThere() throws Exception {
    checkout.addJdk("17.0.1");
    launch("status");
    Files.createDirectories(folder.resolve("empty"));
    Files.createDirectories(folder.resolve("full"));
    Files.createFile(folder.resolve("full/mine.jar"));

    Outcome missing = launchWith(plugins("full/mine.jar:no\u001bne.jar"), "plugins");
    assertThat(missing.err())
        .contains("COLOPHON_PLUGINS: there is no $'no\\Ene.jar")
        .doesNotContain("mine.jar", "\u001b");
    assertThat(missing.status()).isZero();
    assertThat(missing.out()).contains(":full/mine.jar:");
    assertThat(launchWith(plugins("empty"), "plugins").err())
        .contains("COLOPHON_PLUGINS: there is no plug-in in empty");
    assertThat(launchWith(plugins("empty/*"), "plugins").err())
        .contains("COLOPHON_PLUGINS: there is no jar in empty");
    assertThat(launchWith(plugins("full"), "plugins").err())
        .contains("there is no plug-in in full; for its jars: 'full/*'");
  }

  @Test
  void shouldSayNothingOfPluginsThatAreThere() throws Exception {
    checkout.addJdk("17.0.1");
    launch("status");
    Files.createDirectories(folder.resolve("classes/META-INF/services"));
    Files.createDirectories(folder.resolve("with space"));
    Files.createFile(folder.resolve("with space/mine.JAR"));

    Files.createDirectories(folder.resolve("parts/org"));
    Files.createFile(folder.resolve("here.jar"));

    Outcome outcome =
        launchWith(plugins("classes:with space/*::with space/mine.JAR:parts:*"), "plugins");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
  }

  private static Map<String, String> plugins(String path) {
    return Map.of("COLOPHON_PLUGINS", path);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.colophon.cli.FakeCheckout.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when the launcher builds again, with fakes of Maven and the JDKs. */
class FreshnessIT {
  @TempDir private Path directory;

  private FakeCheckout checkout;
  private Path source;

  @BeforeEach
  void buildCheckout() throws Exception {
    checkout = new FakeCheckout(directory);
    checkout.addJdk("17.0.1");
    source = checkout.root.resolve("query/src/main/A.java");
    Files.writeString(source, "class A {}");
    launch(checkout.root);
    assertThat(builds(checkout.root)).isEqualTo(1);
  }

  @Test
  void buildsAgainWhenSourceHasChangedButNotItsTime() throws Exception {
    FileTime time = Files.getLastModifiedTime(source);
    Files.writeString(source, "class B {}");
    Files.setLastModifiedTime(source, time);

    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(2);
  }

  @Test
  void buildsAgainWhenSourceIsAddedOrDeleted() throws Exception {
    Path added = Files.writeString(source.resolveSibling("B.java"), "class B {}");
    launch(checkout.root);
    assertThat(builds(checkout.root)).isEqualTo(2);

    Files.delete(added);
    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(3);
  }

  @Test
  void buildsAgainWhenPomHasChanged() throws Exception {
    Files.writeString(checkout.root.resolve("query/pom.xml"), "<project>new</project>");

    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(2);
  }

  @Test
  void doesNotBuildWhenOnlyTimeHasChanged() throws Exception {
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));

    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(1);
  }

  @Test
  void doesNotBuildWhenSourceHasOldContentAgain() throws Exception {
    Files.writeString(source, "class B {}");
    Files.delete(source);
    Files.writeString(source, "class A {}");

    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(1);
  }

  @Test
  void doesNotBuildWhenModuleOfOtherPluginHasChanged() throws Exception {
    Files.writeString(checkout.root.resolve("storage/jdbc/src/main/A.java"), "class A {}");

    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(1);
  }

  @Test
  void doesNotBuildCopyOfBuiltCheckout() throws Exception {
    Path copy = copy();

    launch(copy);

    assertThat(builds(copy)).isEqualTo(1);
  }

  /** The copied stamp is newer than the copied sources. */
  @Test
  void buildsCopyWhenSourceHadChangedBefore() throws Exception {
    Files.writeString(source, "class B {}");
    Path copy = copy();
    Path stamp = copy.resolve("target/build/cli.built");
    Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));

    launch(copy);

    assertThat(builds(copy)).isEqualTo(2);
  }

  @Test
  void buildsAgainAfterInterruptedBuildAlthoughSourceHasOldContent() throws Exception {
    Files.writeString(source, "class B {}");
    checkout.addMaven(143);
    assertThat(launch(checkout.root).status()).isEqualTo(3);
    Files.writeString(source, "class A {}");
    checkout.addMaven(0);

    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(3);
  }

  @Test
  void buildsAgainWhenSourceChangedDuringBuild() throws Exception {
    Files.writeString(source, "class B {}");
    checkout.addMaven(0, "echo 'class C {}' >query/src/main/A.java");
    launch(checkout.root);
    assertThat(builds(checkout.root)).isEqualTo(2);
    checkout.addMaven(0);

    launch(checkout.root);
    launch(checkout.root);

    assertThat(builds(checkout.root)).isEqualTo(3);
  }

  @Test
  void failsWhenBuildNamesNoModules() throws Exception {
    Files.writeString(source, "class B {}");
    checkout.failMaven("none");

    Outcome outcome = launch(checkout.root);

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("does not name the module cli", "Maven 3.8 or 3.9");
  }

  private Path copy() throws Exception {
    Path copy = directory.resolve("copy");
    Outcome outcome =
        checkout.run(directory, Map.of(), "cp", "-r", checkout.root.toString(), copy.toString());
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return copy;
  }

  private Outcome launch(Path root) throws Exception {
    return checkout.run(directory, Map.of(), root.resolve("colophon").toString(), "status");
  }

  private static int builds(Path root) throws IOException {
    return Files.readAllLines(root.resolve("mvn.log")).size();
  }
}

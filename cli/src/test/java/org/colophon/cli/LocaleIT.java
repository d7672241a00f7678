// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.cli.FakeCheckout.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the launcher, Java and strace in locales other than UTF-8. A shell creates the names, so
 * that their bytes do not depend on the test's locale.
 */
@Tag("jdk")
class LocaleIT {
  /**
   * Script that enters a directory with a name and runs the command line there. {@code $n} is the
   * name.
   */
  private static final String IN_DIRECTORY =
      "n=$(printf 'd\\303\\266n') && mkdir -p \"$n\" && cd \"$n\" && ";

  @TempDir private static Path shared;

  private static FakeCheckout checkout;
  private static Path jdk;

  @TempDir private Path directory;

  private Path work;

  @BeforeAll
  static void makeCheckout() throws IOException {
    checkout = new FakeCheckout(shared);
    jdk = checkout.addJdk(Runtime.version().feature() + ".0.1");
    checkout.useRealJava(jdk);
  }

  @BeforeEach
  void makeDirectory() throws IOException {
    work = Files.createDirectory(directory.resolve("work"));
  }

  private Outcome shell(Map<String, String> locale, String script) throws Exception {
    Map<String, String> environment = new HashMap<>(locale);
    environment.put("PATH", shared.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("JAVA_HOME", jdk.toString()); // not the JDK on this PATH
    environment.put("HOME", directory.toString());
    environment.put("COLOPHON_STORE", directory.resolve("store").toString());
    environment.put("LAUNCHER", checkout.launcher.toString());
    return checkout.run(work, environment, "sh", "-c", script);
  }

  private static Map<String, String> locale(String given) {
    int sign = given.indexOf('=');
    return sign < 0 ? Map.of() : Map.of(given.substring(0, sign), given.substring(sign + 1));
  }

  private static List<Bytes> namesIn(Path directory) throws IOException {
    List<Bytes> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(file -> names.add(PathBytes.of(file.getFileName())));
    }
    return names;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "LC_ALL=C", "LANG=xx_XX.UTF-8", "LC_ALL=C.UTF-8"})
  void tracesAndFindsTypedNamesInEveryLocale(String given) throws Exception {
    String copy = "'env > environment; cp environment \"$1\"' sh \"$n\"";

    Outcome traced = shell(locale(given), IN_DIRECTORY + "\"$LAUNCHER\" trace -- sh -c " + copy);
    Outcome asked = shell(locale(given), IN_DIRECTORY + "\"$LAUNCHER\" lineage --data-only \"$n\"");

    assertThat(traced.status()).as(traced.err()).isZero();
    Path made = work.resolve(PathBytes.path(Bytes.of("d\u00f6n")));
    assertThat(namesIn(made))
        .containsExactlyInAnyOrder(Bytes.of("environment"), Bytes.of("d\u00f6n"));
    List<String> variables = Files.readAllLines(made.resolve("environment"));
    assertThat(variables).noneMatch(line -> line.startsWith("COLOPHON_LC_ALL"));
    assertThat(variables.stream().filter(line -> line.matches("(LC_ALL|LANG)=.*")))
        .containsExactlyElementsOf(given.isEmpty() ? List.of() : List.of(given));
    assertThat(asked.status()).as(asked.err()).isZero();
    assertThat(asked.out()).contains("d\u00f6n", "cp environment", "env");
  }

  @ParameterizedTest
  @CsvSource({"LC_ALL=C, true", "LC_ALL=C.UTF-8, false"})
  void findsOperationsInADirectoryThatIsNotUtf8(String given, boolean isAlsoServed)
      throws Exception {
    String enter = "n=$(printf 'd\\344') && mkdir -p \"$n\" && cd \"$n\" && ";

    Outcome traced = shell(locale(given), enter + "\"$LAUNCHER\" trace -- cp \"$LAUNCHER\" x");
    Outcome asked = shell(locale(given), enter + "\"$LAUNCHER\" lineage --data-only x");

    assertThat(traced.status()).as(traced.err()).isZero();
    assertThat(asked.status()).as(asked.err()).isZero();
    assertThat(asked.out()).contains("cp ");
    if (!isAlsoServed) {
      return;
    }

    String shown = "\"$LAUNCHER\" lineage --data-only '" + work.toRealPath() + "/d\\xe4/x'";
    Outcome askedAsShown = shell(locale(given), shown);
    assertThat(askedAsShown.status()).as(askedAsShown.err()).isZero();

    String serve =
        "\"$LAUNCHER\" serve > log 2>&1 & pid=$!; trap 'kill $pid; wait $pid' EXIT;"
            + " until test -S \"$COLOPHON_STORE/socket\"; do sleep 0.1; done; ";
    Outcome served = shell(locale(given), serve + enter + "\"$LAUNCHER\" lineage --data-only x");

    assertThat(served.out()).as(served.err()).isEqualTo(asked.out());
  }

  @Test
  void rejectsArgumentsThatCannotBePassedOnExactly() throws Exception {
    Outcome outcome = shell(Map.of(), "\"$LAUNCHER\" trace -- touch ok \"$(printf 'caf\\351')\"");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("caf\\xe9", "cannot be passed on exactly", "UTF-8");
    assertThat(outcome.err()).contains("as it is shown here, in quotes", "sh -c");
    assertThat(namesIn(work)).isEmpty();
  }

  @Test
  void rejectsAnUnencodableCommandInTheDefaultLocale() throws Exception {
    String java =
        "'%s/bin/java' -XX:TieredStopAtLevel=1 -cp '%s' org.colophon.cli.Main"
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path"));

    Outcome outcome =
        shell(Map.of("LC_ALL", "C"), java + " trace -- touch \"$(printf '\\303\\251')\"");
    Outcome asked = shell(Map.of("LC_ALL", "C"), java + " trace -- touch '?'");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("\u00e9 cannot be passed on exactly");
    assertThat(asked.status()).as(asked.err()).isZero();
    assertThat(namesIn(work)).containsExactly(Bytes.of("?"));
  }
}

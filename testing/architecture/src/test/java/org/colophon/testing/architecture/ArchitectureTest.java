// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.spi.reporter.Reporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules about the dependencies between modules and packages, over all modules. */
class ArchitectureTest {
  private static final String PRODUCT = "org.colophon.";
  private static final String CORE = PRODUCT + "core.";
  private static final String PROCEDURES = "org.colophon.query.procedures..";

  private static JavaClasses all;

  @BeforeAll
  static void importClasses() {
    all = Modules.importClasses();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core.model",
        "query.api",
        "reporters.strace",
        "storage.rocksdb",
        "reporters.replay",
        "client.protocol",
        "history.index",
        "service.http",
        "cli.command"
      })
  void importsClassesOfEveryModule(String name) {
    // A rule about classes that were not imported would always pass.
    assertThat(all.containPackage("org.colophon." + name)).as(name).isTrue();
  }

  @Test
  void hasNoCycleAmongPackages() {
    check(slices().matching("org.colophon.(**)").should().beFreeOfCycles());
  }

  /** Returns the packages of the kernel, each with the packages of the kernel that it may use. */
  private static Map<String, List<String>> kernelPackages() {
    return Modules.lines("kernel-packages.txt").stream()
        .map(line -> List.of(line.split(" +")))
        .collect(Collectors.toMap(words -> words.get(0), words -> words));
  }

  @Test
  void listsEveryPackageOfTheKernel() {
    Set<String> found =
        all.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(CORE))
            .map(name -> name.substring(CORE.length()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(kernelPackages().keySet()).containsExactlyInAnyOrderElementsOf(found);
  }

  @Test
  void packagesOfTheKernelUseListedPackagesOnly() {
    kernelPackages()
        .forEach(
            (name, seen) ->
                check(
                    noClasses()
                        .that()
                        .resideInAPackage(CORE + name)
                        .should()
                        .dependOnClassesThat(
                            oursOutside(seen.stream().map(CORE::concat).toArray(String[]::new)))));
  }

  @ParameterizedTest
  @CsvSource({
    "core, core",
    "reporters, core reporters",
    "storage, core storage",
    "inspectors, core inspectors",
    "query, core query",
    "query.procedures, core query storage",
    "exports, core query exports",
    "client, core client",
    "history, core query client history",
    "history.kafka, core history.kafka",
    "service, core query client history service"
  })
  void roomsUseRoomsBelowOnly(String room, String seen) {
    check(
        noClasses()
            .that()
            .resideInAPackage(PRODUCT + room + "..")
            .and()
            .resideOutsideOfPackage(room.equals("query") ? PROCEDURES : "none")
            .should()
            .dependOnClassesThat(oursOutside(packages(PRODUCT, seen.split(" ")))));
  }

  @Test
  void pluginsDoNotDependOnEachOther() {
    check(
        slices()
            .matching("org.colophon.reporters.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                DescribedPredicate.alwaysTrue(),
                resideInAnyPackage(
                    "org.colophon.reporters.common..", "org.colophon.reporters.replay..")));
    check(
        slices()
            .matching("org.colophon.storage.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                DescribedPredicate.alwaysTrue(),
                resideInAPackage("org.colophon.storage.common..")));
    check(slices().matching("org.colophon.inspectors.(*)..").should().notDependOnEachOther());
    check(slices().matching("org.colophon.exports.(*)..").should().notDependOnEachOther());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.colophon.reporters..",
        "org.colophon.storage..",
        "..query..",
        "org.colophon.client.connection"
      })
  void onlyTheCommandDependsOnTheKernel(String module) {
    check(
        noClasses()
            .that()
            .resideInAPackage(module)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                packages(
                    CORE,
                    "kernel",
                    "ring",
                    "naming",
                    "suppression",
                    "journal",
                    "rebuild",
                    "fanout")));
  }

  @Test
  void pluginIsKnownByItsFactoryOnly() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "org.colophon.reporters..",
                "org.colophon.storage..",
                PROCEDURES,
                "org.colophon.benchmarks..")
            .should()
            .dependOnClassesThat(
                JavaClass.Predicates.resideInAnyPackage(
                        "org.colophon.reporters..", "org.colophon.storage..")
                    .and(DescribedPredicate.not(JavaClass.Predicates.assignableTo(Plugin.class)))
                    .and(
                        DescribedPredicate.not(
                            JavaClass.Predicates.resideInAnyPackage(
                                "org.colophon.reporters.common..",
                                "org.colophon.reporters.replay..",
                                "org.colophon.storage.common..")))
                    .and(DescribedPredicate.not(JavaClass.Predicates.assignableTo(Reporter.class)))
                    .and(DescribedPredicate.not(JavaClass.Predicates.simpleName("Builder")))));
  }

  @Test
  void coreUsesOnlySmallLibraries() {
    check(
        classes()
            .that()
            .resideInAPackage("org.colophon.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "java..",
                "org.colophon.core..",
                "com.lmax.disruptor..",
                "org.agrona..",
                "org.jspecify..",
                "io.airlift.compress.zstd.."));
  }

  @Test
  void doesNotShadowJavaLang() {
    check(noClasses().should(new ShadowJavaLang()));
  }

  @Test
  void onlyMainUsesStandardStreamsAndExit() {
    check(
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("org.colophon.cli.Main")
            .and()
            .resideOutsideOfPackages("org.colophon.benchmarks..", "org.colophon.examples..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class));
  }

  private static void check(ArchRule rule) {
    rule.check(all);
  }

  private static String[] packages(String prefix, String... names) {
    String[] packages = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      packages[i] = prefix + names[i] + "..";
    }
    return packages;
  }

  private static DescribedPredicate<JavaClass> oursOutside(String... packages) {
    return JavaClass.Predicates.resideInAPackage("org.colophon..")
        .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages)))
        .as("Colophon's classes outside " + String.join(", ", packages));
  }
}

package org.colophon.testing.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.spi.reporter.Reporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules about the dependencies between modules and packages, over all modules. */
class ArchitectureTest {
  private static final String CORE = "org.colophon.core.";
  private static final String PROCEDURES = "org.colophon.storage.procedures..";

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
        "service.protocol",
        "service.client",
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

  @ParameterizedTest
  @CsvSource({
    "error, error",
    "model, error model",
    "metrics, error model metrics",
    "threads, threads",
    "files, files",
    "pattern, error model pattern",
    "plugin, error model pattern plugin",
    "spi.reporter, error model plugin threads spi.reporter",
    "spi.storage, error model plugin threads spi.storage",
    "spi.cypher, error model spi.cypher",
    "spi.inspect, error model plugin spi.inspect",
    "inspect.content, error model spi.inspect inspect.content",
    "inspect.choice, error model pattern plugin spi.inspect inspect.choice",
    "inspect.worker, error files model plugin spi.inspect inspect.content inspect.worker",
    "ring, error model metrics spi.reporter spi.storage ring",
    "naming, error model metrics spi.reporter spi.storage ring naming",
    "suppression, error model metrics spi.reporter spi.storage ring suppression",
    "recording, error model spi.reporter spi.storage recording",
    "journal, error files model metrics spi.reporter spi.storage ring journal",
    "history, error model metrics spi.reporter spi.storage journal history",
    "retention, error model spi.storage retention",
    "fanout, error model metrics threads spi.reporter spi.storage ring journal history fanout"
  })
  void coreDependsOnContractsOnly(String name, String seen) {
    String[] allowed = packages(CORE, seen.split(" "));
    check(
        noClasses()
            .that()
            .resideInAPackage(CORE + name + "..")
            .should()
            .dependOnClassesThat(oursOutside(allowed))
            .allowEmptyShould(true));
  }

  @ParameterizedTest
  @CsvSource({
    "org.colophon.core.., org.colophon.core..",
    "org.colophon.reporters.., org.colophon.core.. org.colophon.reporters..",
    "org.colophon.storage.., org.colophon.core.. org.colophon.storage..",
    "org.colophon.storage.procedures.., org.colophon.core.. org.colophon.query.. org.colophon.storage..",
    "org.colophon.inspectors.., org.colophon.core.. org.colophon.inspectors..",
    "org.colophon.query.., org.colophon.core.. org.colophon.query..",
    "org.colophon.certification.., org.colophon.core.. org.colophon.certification..",
    "org.colophon.service.protocol.., org.colophon.core.. org.colophon.service.protocol..",
    "org.colophon.service.client.., org.colophon.core.. org.colophon.service.protocol.. org.colophon.service.client..",
    "org.colophon.service.., org.colophon.core.. org.colophon.query.. org.colophon.certification.. org.colophon.service.."
  })
  void modulesCompileAgainstCoreOnly(String module, String seen) {
    check(
        noClasses()
            .that()
            .resideInAPackage(module)
            .and()
            .resideOutsideOfPackage(module.equals(PROCEDURES) ? "none" : PROCEDURES)
            .should()
            .dependOnClassesThat(oursOutside(seen.split(" "))));
  }

  @Test
  void keepsServiceIndependentOfItsClient() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.colophon.service..")
            .and()
            .resideOutsideOfPackages(
                "org.colophon.service.client..",
                "org.colophon.service.cluster..",
                "org.colophon.service.replication..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.colophon.service.client.."));
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
                resideInAPackage("org.colophon.reporters.common.."))
            .ignoreDependency(
                resideInAPackage("org.colophon.reporters.ebpf"),
                resideInAPackage("org.colophon.reporters.strace..")));
    check(
        slices()
            .matching("org.colophon.storage.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                DescribedPredicate.alwaysTrue(), resideInAPackage("org.colophon.storage.common.."))
            .ignoreDependency(
                resideInAPackage(PROCEDURES),
                resideInAPackage("org.colophon.storage.neo4j.cypher")));
    check(slices().matching("org.colophon.inspectors.(*)..").should().notDependOnEachOther());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.colophon.reporters..",
        "org.colophon.storage..",
        "..query..",
        "org.colophon.service.client"
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
                    "history",
                    "fanout")));
  }

  @Test
  void pluginIsKnownByItsFactoryOnly() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "org.colophon.reporters..", "org.colophon.storage..", "org.colophon.benchmarks..")
            .should()
            .dependOnClassesThat(
                JavaClass.Predicates.resideInAnyPackage(
                        "org.colophon.reporters..", "org.colophon.storage..")
                    .and(DescribedPredicate.not(JavaClass.Predicates.assignableTo(Plugin.class)))
                    .and(
                        DescribedPredicate.not(
                            JavaClass.Predicates.resideInAnyPackage(
                                "org.colophon.reporters.common..",
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

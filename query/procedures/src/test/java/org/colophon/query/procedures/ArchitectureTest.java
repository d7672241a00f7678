// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the dependencies of the modules that need Neo4j and are not part of the command. */
class ArchitectureTest {
  private static JavaClasses all;

  @BeforeAll
  static void importClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.colophon");
    assertThat(all.containPackage("org.colophon.query.procedures")).isTrue();
    assertThat(all.containPackage("org.colophon.storage.neo4j.cypher")).isTrue();
  }

  private static void seesOnly(String module, String... allowed) {
    DescribedPredicate<JavaClass> others =
        DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(allowed))
            .and(JavaClass.Predicates.resideInAPackage("org.colophon.."));
    noClasses().that().resideInAPackage(module).should().dependOnClassesThat(others).check(all);
  }

  @Test
  void proceduresDependOnCoreQueryAndGraphOnly() {
    seesOnly(
        "org.colophon.query.procedures..",
        "org.colophon.query.procedures..",
        "org.colophon.core..",
        "org.colophon.query.api..",
        "org.colophon.query.target..",
        "org.colophon.query.report..",
        "org.colophon.query.engine..",
        "org.colophon.query.naming..",
        "org.colophon.storage.neo4j.cypher..");
  }

  @Test
  void adapterDependsOnCoreOnly() {
    seesOnly(
        "org.colophon.storage.neo4j..",
        "org.colophon.storage.neo4j..",
        "org.colophon.storage.common..",
        "org.colophon.core..");
  }

  @Test
  void accessPackageUsesNoGraphClasses() {
    seesOnly(
        "org.colophon.storage.neo4j.access..",
        "org.colophon.storage.neo4j.access..",
        "org.colophon.storage.common..",
        "org.colophon.core.error..",
        "org.colophon.core.files..",
        "org.colophon.core.spi.cypher..");
  }

  @Test
  void hasNoCycleAmongPackages() {
    slices().matching("org.colophon.(**)").should().beFreeOfCycles().check(all);
  }
}

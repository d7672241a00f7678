// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Rules about the number of types in a package and about names in a module. Exceptions are lines of
 * {@code large-packages.txt} and {@code repeated-names.txt}, each with its reason after a {@code
 * #}.
 */
class NamesAndSizesTest {
  private static final int MAX_TYPES = 15;

  private static Map<String, List<JavaClass>> typesByModule;

  @BeforeAll
  static void importClasses() {
    typesByModule = Modules.typesByModule(Modules.importClasses());
  }

  @Test
  void findsTypesInEveryModule() {
    assertThat(typesByModule).hasSizeGreaterThan(20);
    assertThat(typesByModule.get("core/kernel")).isNotEmpty();
    assertThat(typesByModule.get("benchmarks")).isNotEmpty();
  }

  @Test
  void hasAtMostFifteenTypesInPackage() {
    Map<String, Integer> limits = new HashMap<>();
    for (String line : Modules.lines("large-packages.txt")) {
      String[] fields = line.split(" +");
      limits.put(fields[0] + " " + fields[1], Integer.parseInt(fields[2]));
    }
    List<String> tooLarge = new ArrayList<>();
    typesByModule.forEach(
        (module, types) ->
            count(types)
                .forEach(
                    (name, count) -> {
                      if (count > limits.getOrDefault(module + " " + name, MAX_TYPES)) {
                        tooLarge.add(module + " " + name + " " + count);
                      }
                    }));
    assertThat(tooLarge).as("packages with more than %d types", MAX_TYPES).isEmpty();
  }

  private static Map<String, Integer> count(List<JavaClass> types) {
    return types.stream()
        .collect(
            Collectors.toMap(JavaClass::getPackageName, type -> 1, Integer::sum, TreeMap::new));
  }

  @Test
  void usesSimpleNameOnceInModule() {
    List<String> known = Modules.lines("repeated-names.txt");
    List<String> repeated = new ArrayList<>();
    typesByModule.forEach(
        (module, types) ->
            types.stream()
                .collect(
                    Collectors.groupingBy(
                        JavaClass::getSimpleName, TreeMap::new, Collectors.toList()))
                .forEach(
                    (name, same) -> {
                      if (same.size() > 1 && !known.contains(module + " " + name)) {
                        repeated.add(module + " " + name);
                      }
                    }));
    assertThat(repeated).as("simple names that a module uses twice").isEmpty();
  }
}

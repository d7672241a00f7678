// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The modules that the root {@code pom.xml} lists, and the classes that each compiles to. */
final class Modules {
  static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");

  /** Modules of test code, which may depend on anything. */
  private static final String TESTING = "testing/";

  private Modules() {}

  /** Returns the names of all modules but those of test code. */
  static List<String> names() {
    return all().stream().filter(name -> !name.startsWith(TESTING)).toList();
  }

  /** Returns the names of all modules. */
  static List<String> all() {
    try {
      return MODULE
          .matcher(Files.readString(ROOT.resolve("pom.xml")))
          .results()
          .map((MatchResult found) -> found.group(1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the main classes of all modules. */
  static JavaClasses importClasses() {
    List<Path> directories = new ArrayList<>();
    for (String name : names()) {
      Path classes = classesOf(name);
      if (Files.isDirectory(ROOT.resolve(name).resolve("src/main/java"))) {
        if (!Files.isDirectory(classes)) {
          throw new AssertionError(classes + " does not exist; build all modules first");
        }
        directories.add(classes);
      }
    }
    return new ClassFileImporter().importPaths(directories);
  }

  /** Returns the top-level types written in each module, by its name. */
  static Map<String, List<JavaClass>> typesByModule(JavaClasses all) {
    Map<String, List<JavaClass>> types = new TreeMap<>();
    for (String name : names()) {
      String prefix = classesOf(name).toUri().toString();
      types.put(
          name,
          all.stream()
              .filter(Modules::isWrittenTopLevelType)
              .filter(type -> type.getSource().orElseThrow().getUri().toString().startsWith(prefix))
              .toList());
    }
    return types;
  }

  /** Returns the directories of the packages of each module's main sources, by its name. */
  static Map<String, Set<Path>> packagesByModule() {
    Map<String, Set<Path>> packages = new TreeMap<>();
    for (String name : all()) {
      Path sources = ROOT.resolve(name).resolve("src/main/java");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          packages.put(
              name,
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .map(Path::getParent)
                  .collect(Collectors.toSet()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return packages;
  }

  /** Returns the lines of a list beside this class, without comments. */
  static List<String> lines(String list) {
    try (InputStream in = Modules.class.getResourceAsStream(list)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("#", 2)[0].strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isWrittenTopLevelType(JavaClass type) {
    return type.isTopLevelClass()
        && !type.getSimpleName().equals("package-info")
        && !type.getPackageName().endsWith("jmh_generated");
  }

  private static Path classesOf(String module) {
    return ROOT.resolve(module).resolve("target/classes");
  }
}

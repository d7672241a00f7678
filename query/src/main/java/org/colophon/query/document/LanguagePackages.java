// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.IoFailure;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.jspecify.annotations.Nullable;

/**
 * Finds packages of pip, npm, cargo and Maven from the paths of files and one manifest for each
 * package. One thread.
 *
 * @see <a href="https://github.com/package-url/purl-spec">purl: types pypi, npm, cargo, maven</a>
 */
final class LanguagePackages {
  private static final Pattern PYTHON = Pattern.compile("(.*/(?:site|dist)-packages)/(.+)");
  private static final Pattern DIST_INFO = Pattern.compile("(.+)-([^-]+)\\.dist-info");
  private static final Pattern NPM =
      Pattern.compile("(.*/node_modules/((?:@[^/]+/)?[^/@.][^/]*))/.+");
  private static final Pattern CARGO =
      Pattern.compile("(.*/\\.cargo/registry/src/[^/]+/(.+?)-([0-9]+\\.[^/]*))/.+");
  private static final Pattern MAVEN =
      Pattern.compile("(.*/\\.m2/repository/(.+)/([^/]+)/([^/]+))/\\3-[^/]+");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, Map<String, Found>> pythonFiles = new HashMap<>();
  private final Map<Path, @Nullable Found> npm = new HashMap<>();

  /** A package, and the path that changes when it is installed. */
  private record Found(String type, String name, String version, String purl, Path manifest) {}

  /** Returns the packages of folded files that are not in {@code known} packages. */
  List<SoftwarePackage> of(RecordedRun run, List<SoftwarePackage> known) {
    boolean[] isKnown = new boolean[run.files().size()];
    known.forEach(each -> each.files().forEach(file -> isKnown[file] = true));
    Map<String, Found> packages = new TreeMap<>();
    Map<String, List<Integer>> files = new HashMap<>();
    for (int i = 0; i < isKnown.length; i++) {
      if (run.files().get(i).folded() && !isKnown[i]) {
        Found found = find(run.files().get(i).name());
        if (found != null) {
          packages.putIfAbsent(found.purl(), found);
          files.computeIfAbsent(found.purl(), x -> new ArrayList<>()).add(i);
        }
      }
    }
    return packages.values().stream()
        .map(
            each ->
                new SoftwarePackage(
                    each.type(),
                    each.name(),
                    each.version(),
                    each.purl(),
                    files.getOrDefault(each.purl(), List.of()),
                    run.mayPrecede(each.manifest())))
        .toList();
  }

  private @Nullable Found find(String file) {
    try {
      Matcher maven = MAVEN.matcher(file);
      if (maven.matches()) {
        String group = maven.group(2).replace('/', '.');
        return found("maven", group, maven.group(3), maven.group(4), Path.of(maven.group(1)));
      }
      Matcher cargo = CARGO.matcher(file);
      if (cargo.matches()) {
        return found("cargo", "", cargo.group(2), cargo.group(3), Path.of(cargo.group(1)));
      }
      Matcher module = NPM.matcher(file);
      if (module.matches()) {
        Path manifest = Path.of(module.group(1), "package.json");
        return npm.computeIfAbsent(manifest, LanguagePackages::ofNpm);
      }
      Matcher python = PYTHON.matcher(file);
      return python.matches()
          ? pythonFiles
              .computeIfAbsent(python.group(1), LanguagePackages::ofPython)
              .get(python.group(2))
          : null;
    } catch (InvalidPathException e) {
      return null; // a name in another encoding, which no package has
    }
  }

  private static @Nullable Found ofNpm(Path manifest) {
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(manifest));
      String name = json.path("name").asText();
      String version = json.path("version").asText();
      int slash = name.indexOf('/');
      return name.isEmpty() || version.isEmpty()
          ? null
          : found(
              "npm",
              name.substring(0, Math.max(0, slash)),
              name.substring(slash + 1),
              version,
              manifest);
    } catch (NoSuchFileException | com.fasterxml.jackson.core.JsonProcessingException e) {
      return null; // a directory of this name that npm has not made
    } catch (IOException e) {
      throw IoFailure.of("read", manifest, e);
    }
  }

  /** Returns the packages of a directory by the files in their lists. */
  private static Map<String, Found> ofPython(String directory) {
    Map<String, Found> byFile = new HashMap<>();
    try (Stream<Path> entries = Files.list(Path.of(directory))) {
      for (Path each : entries.toList()) {
        Matcher name = DIST_INFO.matcher(each.getFileName().toString());
        Path manifest = each.resolve("RECORD");
        if (name.matches() && Files.exists(manifest)) {
          String normal = name.group(1).toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
          Found found = found("pypi", "", normal, name.group(2), manifest);
          for (String line : Files.readAllLines(manifest)) {
            byFile.put(line.split(",", 2)[0], found);
          }
        }
      }
    } catch (NoSuchFileException e) {
      return Map.of(); // removed since the run
    } catch (IOException e) {
      throw IoFailure.of("read", directory, e);
    }
    return byFile;
  }

  private static Found found(
      String type, String namespace, String name, String version, Path manifest) {
    String space = namespace.isEmpty() ? "" : encoded(namespace) + "/";
    String purl = "pkg:%s/%s%s@%s".formatted(type, space, encoded(name), encoded(version));
    return new Found(
        type, namespace.isEmpty() ? name : namespace + "/" + name, version, purl, manifest);
  }

  /** Returns a part of a purl, with percent signs as in its canonical form. */
  static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~")
        .replace("%3A", ":");
  }
}

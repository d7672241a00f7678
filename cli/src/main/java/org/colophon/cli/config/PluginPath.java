// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code COLOPHON_PLUGINS}. Its entries are separated by colons: jars, directories of
 * classes or of jars, and {@code DIRECTORY/*}. Reports entries without a plug-in, which Java would
 * ignore.
 */
public final class PluginPath {
  private PluginPath() {}

  /**
   * Returns the jars and directories of classes.
   *
   * @param value the value of {@code COLOPHON_PLUGINS}, null if it is not set
   * @param warnings receives one line for each entry without a plug-in
   */
  public static List<Path> parse(@Nullable String value, Consumer<String> warnings) {
    List<Path> found = new ArrayList<>();
    for (String entry : value == null ? new String[0] : value.split(":")) {
      if (!entry.isEmpty()) {
        List<Path> paths = expand(entry);
        found.addAll(paths);
        if (paths.isEmpty()) {
          warnings.accept("COLOPHON_PLUGINS: no plug-in in " + DisplayText.text(entry));
        }
      }
    }
    return found;
  }

  private static List<Path> expand(String entry) {
    boolean isWildcard = entry.equals("*") || entry.endsWith("/*");
    Path path = Path.of(isWildcard ? entry.substring(0, entry.length() - 1) : entry);
    if (Files.isRegularFile(path)) {
      return List.of(path);
    }
    List<Path> jars = jars(path.toAbsolutePath());
    boolean isClasses = !isWildcard && jars.isEmpty() && !isEmpty(path);
    return isClasses ? List.of(path) : jars;
  }

  private static List<Path> jars(Path directory) {
    return list(directory, "*.{jar,JAR}");
  }

  private static boolean isEmpty(Path directory) {
    return list(directory, "*").isEmpty();
  }

  private static List<Path> list(Path directory, String pattern) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
      files.forEach(found::add);
    } catch (IOException e) {
      return List.of(); // the caller reports an entry without a plug-in
    }
    return found;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.colophon.core.error.IoFailure;
import org.colophon.core.plugin.PluginDescriptor;
import org.colophon.core.plugin.PluginDirectories;
import picocli.CommandLine.IVersionProvider;

/** Version and commit, from the file {@value #FILE} of a distribution, with Java and plug-ins. */
final class Version implements IVersionProvider {
  private static final String FILE = "release";

  @Override
  public String[] getVersion() {
    String packaged = Colophon.class.getPackage().getImplementationVersion();
    Properties release = release();
    List<String> lines = new ArrayList<>();
    String version = packaged == null ? "(not packaged)" : packaged;
    lines.add("colophon " + release.getProperty("version", version));
    if (release.containsKey("commit")) {
      lines.add("commit " + release.getProperty("commit"));
    }
    lines.add("Java %s in %s".formatted(property("java.version"), property("java.home")));
    List<String> names =
        PluginDirectories.current().described().stream().map(PluginDescriptor::name).toList();
    if (!names.isEmpty()) {
      lines.add("optional plug-ins: " + String.join(", ", names));
    }
    return lines.toArray(new String[0]);
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  private static Properties release() {
    Properties release = new Properties();
    String home = System.getProperty("colophon.home");
    if (home != null && Files.exists(Path.of(home, FILE))) {
      Path file = Path.of(home, FILE);
      try (Reader reader = Files.newBufferedReader(file)) {
        release.load(reader);
      } catch (IOException e) {
        throw IoFailure.of("read", file, e);
      }
    }
    return release;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginDirectoriesTest {
  private static final String SERVICE = "META-INF/services/" + InspectorFactory.class.getName();

  private static final String SOURCE =
      """
      import java.util.*;
      import org.colophon.core.plugin.PluginOption;
      import org.colophon.core.spi.inspect.*;
      public class %1$s implements InspectorFactory {
        public String name() { return "%1$s"; }
        public String description() { return ""; }
        public List<PluginOption> options() { return List.of(); }
        public InspectorTraits traits() { return null; }
        public Inspector create(Map<String, String> options) { return null; }
      }
      """;

  @TempDir private Path home;

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final List<String> built = new ArrayList<>();

  @AfterEach
  void restoreContext() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private PluginDirectories open(PluginDirectories.Builder builder, Path... more) {
    PluginDirectories directories =
        new PluginDirectories(home, List.of(more), builder, getClass().getClassLoader());
    Thread.currentThread().setContextClassLoader(directories);
    return directories;
  }

  /** Compiles an inspector and packs it into a jar. */
  private Path jar(Path directory, String name) throws IOException {
    Files.createDirectories(directory);
    Path source = Files.writeString(home.resolve(name + ".java"), SOURCE.formatted(name));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(status).isZero();
    Path jar = directory.resolve(name + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new ZipEntry(SERVICE));
      out.write(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      out.putNextEntry(new ZipEntry(name + ".class"));
      out.write(Files.readAllBytes(home.resolve(name + ".class")));
    }
    return jar;
  }

  private void describe(Path directory, String name) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve(PluginDescriptor.FILE),
        "name=%s\nprovides=inspector %s, other\nheap-mebibytes=7\n".formatted(name, name));
  }

  private static List<String> names() {
    return new PluginLoader<>(InspectorFactory.class).all().stream().map(Plugin::name).toList();
  }

  @Test
  void findsPluginsOfDirectoriesWithoutDescriptor() throws IOException {
    jar(home.resolve("plugins/mine"), "Mine");

    open(PluginDirectories.Builder.NONE);

    assertThat(names()).contains("Mine");
    assertThat(new PluginLoader<>(InspectorFactory.class).get("Mine").getClass().getClassLoader())
        .isNotSameAs(getClass().getClassLoader());
  }

  @Test
  void findsPluginsOfJarsNamedByUser() throws IOException {
    open(PluginDirectories.Builder.NONE, jar(home.resolve("else where"), "Named"));

    assertThat(names()).contains("Named");
    assertThat(PluginDirectories.current().classPath()).endsWith("/else where/Named.jar");
  }

  @Test
  void opensDescribedPluginWhenItIsNeeded() throws IOException {
    jar(home.resolve("plugins/Large"), "Large");
    describe(home.resolve("plugins/Large"), "Large");

    open(PluginDirectories.Builder.NONE);

    assertThat(names()).doesNotContain("Large");
    assertThat(new PluginLoader<>(InspectorFactory.class).find("Large")).isEmpty();
    assertThat(new PluginLoader<>(InspectorFactory.class).get("Large").name()).isEqualTo("Large");
    assertThat(names()).contains("Large");
  }

  @Test
  void buildsPluginOfCheckoutWhenItIsNeeded() throws IOException {
    describe(home.resolve("group/module"), "Fresh");
    PluginDirectories directories =
        open(
            name -> {
              built.add(name);
              try {
                jar(home.resolve("plugins/" + name), name);
              } catch (IOException e) {
                throw new ColophonException(ErrorCode.IO_FAILED, "no jar", e);
              }
            });

    directories.openBuilt();
    assertThat(built).isEmpty();
    assertThat(new PluginLoader<>(InspectorFactory.class).get("Fresh").name()).isEqualTo("Fresh");
    assertThat(new PluginLoader<>(InspectorFactory.class).get("Fresh").name()).isEqualTo("Fresh");
    assertThat(built).containsExactly("Fresh");
    assertThat(directories.described().iterator().next().heapMebibytes()).isEqualTo(7);
  }

  @Test
  void namesOptionalPluginsWhenNameIsUnknown() throws IOException {
    describe(home.resolve("group/module"), "Fresh");
    open(PluginDirectories.Builder.NONE);

    assertThatThrownBy(() -> new PluginLoader<>(InspectorFactory.class).get("Stale"))
        .hasMessageContaining("no inspector 'Stale'")
        .hasMessageEndingWith("in optional plug-ins: Fresh");
    assertThatThrownBy(() -> PluginDirectories.current().open("Stale"))
        .hasMessageContaining("no optional plug-in 'Stale'; known here: [Fresh]");
  }

  @Test
  void reportsFileOfMalformedDescriptor() throws IOException {
    describe(home.resolve("group/module"), "Fresh");
    Path file = home.resolve("group/module/" + PluginDescriptor.FILE);
    Files.writeString(file, "heap-mebibytes=much");

    assertThatThrownBy(() -> open(PluginDirectories.Builder.NONE).described())
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining(file.toString());
  }
}

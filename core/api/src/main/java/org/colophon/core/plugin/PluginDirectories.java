// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;

/**
 * Class loader of optional plug-ins, for use as the context class loader. Each directory {@code
 * plugins/NAME} holds the jars of one plug-in and gets a class loader of its own. Each class loader
 * has the class path as its parent. Any thread.
 *
 * <p>A directory with a {@link PluginDescriptor} is opened when one of its services is first
 * needed, since some are large. A directory without one is opened at the start.
 *
 * <p>In a checkout, modules with a descriptor are plug-ins that can be built on first use. Then
 * {@link Builder} makes the directory.
 */
public final class PluginDirectories extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String DIRECTORY = "plugins";
  private static final String SERVICES = "META-INF/services/org.colophon.";

  private final @Nullable Path home;
  private final Builder builder;
  private @Nullable Map<String, Optional> optional;
  private final Map<String, URLClassLoader> opened = new ConcurrentSkipListMap<>();

  /** A described plug-in, and whether it is built from sources of this checkout. */
  private record Optional(PluginDescriptor descriptor, boolean isBuildable) {}

  /** Builds a plug-in from the sources of a checkout if its directory is missing or older. */
  @FunctionalInterface
  public interface Builder {
    /** Refuses to build. */
    Builder NONE =
        name -> {
          throw ErrorCode.NOT_FOUND.exception(
              "the plug-in " + name + " is not built: run ./colophon once, which builds it");
        };

    /**
     * Builds a plug-in unless it is current.
     *
     * @throws ColophonException if that fails
     */
    void build(String name);
  }

  /**
   * Reads the available plug-ins.
   *
   * @param home the directory of {@code plugins}, and of the sources if it is a checkout; null to
   *     use only {@code more}
   * @param more jars, directories of classes, and {@code DIRECTORY/*} for all jars of a directory
   */
  public PluginDirectories(
      @Nullable Path home, List<Path> more, Builder builder, ClassLoader parent) {
    super(parent);
    this.home = home;
    this.builder = builder;
    if (home != null) {
      for (Path directory : list(home.resolve(DIRECTORY), "*")) {
        if (Files.isDirectory(directory)
            && !Files.exists(directory.resolve(PluginDescriptor.FILE))) {
          open(directory.getFileName().toString(), jars(directory));
        }
      }
    }
    if (!more.isEmpty()) {
      open("", more.stream().flatMap(each -> expand(each).stream()).toList());
    }
  }

  /** Returns the context class loader if it is of this type, else one without any plug-in. */
  public static PluginDirectories current() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context instanceof PluginDirectories found
        ? found
        : new PluginDirectories(null, List.of(), Builder.NONE, context);
  }

  /** Reads the descriptors when one is first needed, since most commands need none. */
  private synchronized Map<String, Optional> optional() {
    if (optional == null) {
      Map<String, Optional> found = new TreeMap<>();
      if (home != null) {
        for (Path file : list(home, "*/*/" + PluginDescriptor.FILE)) {
          boolean isBuildable = !file.startsWith(home.resolve(DIRECTORY));
          Optional each = new Optional(PluginDescriptor.read(file), isBuildable);
          found.merge(each.descriptor.name(), each, (a, b) -> a.isBuildable ? a : b);
        }
      }
      optional = found;
    }
    return optional;
  }

  /** Returns the plug-ins with a descriptor, by name. */
  public List<PluginDescriptor> described() {
    return optional().values().stream().map(Optional::descriptor).toList();
  }

  /** Returns true if the plug-in's class loader exists. */
  public boolean isOpen(String name) {
    return opened.containsKey(name);
  }

  /**
   * Opens the plug-in with a name, and builds it if that is possible and necessary.
   *
   * @throws ColophonException NOT_FOUND for an unknown name, or what the builder throws
   */
  public void open(String name) {
    if (isOpen(name)) {
      return;
    }
    Optional found = optional().get(name);
    if (found == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no optional plug-in '" + name + "'; known here: " + optional().keySet());
    }
    if (found.isBuildable) {
      builder.build(name);
    }
    open(name, jars(directory(name)));
  }

  /**
   * Opens the plug-ins that provide a service, such as {@code storage adapter neo4j}.
   *
   * @return true if there is one
   */
  public boolean openProviders(String service) {
    return openIf(each -> each.provides().contains(service));
  }

  /** Opens all plug-ins that need not be built first. */
  public void openBuilt() {
    openIf(this::isBuilt);
  }

  /** Returns the class path of this JVM and the open plug-ins, as an option for another JVM. */
  public String classPath() {
    StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
    for (URLClassLoader each : opened.values()) {
      for (URL url : each.getURLs()) {
        path.append(File.pathSeparatorChar).append(Path.of(URI.create(url.toString())));
      }
    }
    return path.toString();
  }

  private boolean isBuilt(PluginDescriptor descriptor) {
    return Files.isDirectory(directory(descriptor.name()));
  }

  private boolean openIf(Predicate<PluginDescriptor> condition) {
    List<String> names =
        described().stream().filter(condition).map(PluginDescriptor::name).toList();
    names.forEach(this::open);
    return !names.isEmpty();
  }

  private Path directory(String name) {
    return Objects.requireNonNull(home, "home").resolve(DIRECTORY).resolve(name);
  }

  private void open(String name, List<Path> paths) {
    URL[] urls = paths.stream().map(PluginDirectories::url).toArray(URL[]::new);
    opened.computeIfAbsent(name, key -> new URLClassLoader("plugin " + name, urls, getParent()));
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> expand(Path path) {
    return path.endsWith("*") ? jars(path.toAbsolutePath().resolveSibling("")) : List.of(path);
  }

  private static List<Path> jars(Path directory) {
    return list(directory, "*.{jar,JAR}");
  }

  /**
   * Returns the files that match a pattern, sorted. The pattern has a name for each directory
   * level.
   */
  private static List<Path> list(Path directory, String pattern) {
    int slash = pattern.indexOf('/');
    List<Path> found = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return found;
    }
    String first = slash < 0 ? pattern : pattern.substring(0, slash);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, first)) {
      files.forEach(found::add);
    } catch (IOException e) {
      throw IoFailure.of("list", directory, e);
    }
    found.sort(null);
    return slash < 0
        ? found
        : found.stream().flatMap(x -> list(x, pattern.substring(slash + 1)).stream()).toList();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    for (URLClassLoader each : opened.values()) {
      try {
        return each.loadClass(name);
      } catch (ClassNotFoundException e) {
        // another plug-in may have the class
      }
    }
    throw new ClassNotFoundException(name);
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    List<URL> found = new ArrayList<>();
    if (name.startsWith(SERVICES)) {
      for (URLClassLoader each : opened.values()) {
        found.addAll(Collections.list(each.findResources(name)));
      }
    }
    return Collections.enumeration(found);
  }
}

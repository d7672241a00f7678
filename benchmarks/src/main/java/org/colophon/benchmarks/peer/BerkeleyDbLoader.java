// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.ErrorCode;

/**
 * Loads Berkeley DB, whose Java binding is in a Debian package and not in a Maven repository. The
 * class that uses the binding is a source file among the resources. It is compiled when needed, so
 * that the project builds without the package.
 */
final class BerkeleyDbLoader {
  private static final Path JAR = Path.of("/usr/share/java/db.jar");
  private static final String INSTALL = "apt-get install libdb5.3-java";
  private static final String NAME = "BerkeleyDbTables";
  private static final String CLASS_NAME = "org.colophon.benchmarks.peer.bdb." + NAME;
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/libdb_java-5.3.so"),
          Path.of("/usr/lib/aarch64-linux-gnu/libdb_java-5.3.so"));

  private BerkeleyDbLoader() {}

  /** Returns whether the package is installed. */
  static boolean isInstalled() {
    return Files.exists(JAR) && LIBRARIES.stream().anyMatch(Files::exists);
  }

  static OrderedTables open(Path directory) {
    if (!isInstalled()) {
      throw ErrorCode.TOOL_MISSING.exception(
          "Berkeley DB for Java is not installed (no " + JAR + "); install it with: " + INSTALL);
    }
    LIBRARIES.stream()
        .filter(Files::exists)
        .findFirst()
        .ifPresent(library -> System.setProperty("sleepycat.db.libfile", library.toString()));
    try {
      return (OrderedTables)
          Holder.LOADER.loadClass(CLASS_NAME).getConstructor(Path.class).newInstance(directory);
    } catch (ReflectiveOperationException e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "Berkeley DB cannot be used: " + e + "; reinstall it with: " + INSTALL, e);
    }
  }

  private static ClassLoader compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException("this Java has no compiler; run the benchmarks on a JDK");
    }
    Path output = Files.createTempDirectory("colophon-bdb");
    Path source = output.resolve(NAME + ".java");
    Files.move(Programs.resource(BerkeleyDbLoader.class, NAME + ".java.txt", output), source);
    String classPath = System.getProperty("java.class.path") + ":" + JAR;
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int status =
        compiler.run(
            null, null, messages, "-d", output + "", "-proc:none", "-cp", classPath, source + "");
    if (status != 0) {
      throw new IOException(messages.toString(StandardCharsets.UTF_8));
    }
    URL[] places = {output.toUri().toURL(), JAR.toUri().toURL()};
    return new URLClassLoader(places, BerkeleyDbLoader.class.getClassLoader());
  }

  /**
   * Compiles the class on first use. A process has only one class loader for it, since a native
   * library belongs to a single class loader.
   */
  private static final class Holder {
    static final ClassLoader LOADER;

    static {
      try {
        LOADER = compile();
      } catch (IOException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }
}

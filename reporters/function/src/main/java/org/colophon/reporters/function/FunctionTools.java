// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.inside.NativeBuild;

/** Compilers that instrument functions. The compiler plug-in is built with clang on first use. */
final class FunctionTools {
  private static final List<String> SOURCES =
      List.of("functions.h", "plugin.cpp", "runtime.c", "build.sh", "cc.sh");

  private FunctionTools() {}

  /**
   * Returns the script that compiles C or C++.
   *
   * @throws ColophonException TOOL_MISSING without clang
   */
  static Path compiler(boolean isCpp) {
    require(!clang().isEmpty());
    Path directory =
        new NativeBuild("functions", FunctionTools.class, SOURCES)
            .build(version(), () -> require(hasHeaders()));
    return directory.resolve(isCpp ? "colophon-c++" : "colophon-cc");
  }

  private static void require(boolean isThere) {
    if (!isThere) {
      throw ErrorCode.TOOL_MISSING.exception(
          "instrumenting functions needs clang and its headers, which are not installed; on Debian"
              + " and Ubuntu: apt-get install clang llvm-dev; COLOPHON_CLANG names another clang");
    }
  }

  private static boolean hasHeaders() {
    try (Stream<Path> versions = Files.list(Path.of("/usr/include"))) {
      return versions.anyMatch(
          each ->
              each.getFileName().toString().startsWith("llvm-")
                  && Files.exists(each.resolve("llvm/Passes/PassPlugin.h")));
    } catch (IOException e) {
      return false;
    }
  }

  private static String version() {
    try {
      Path clang = Path.of(clang()).toRealPath();
      return clang + " " + Files.size(clang);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the path of the compiler in COLOPHON_CLANG, by default clang; empty if not found. */
  private static String clang() {
    try {
      Process found =
          new ProcessBuilder("sh", "-c", "command -v \"${COLOPHON_CLANG:-clang}\"").start();
      return new String(found.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot look for clang", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies a directory. */
final class StoreCopy {
  private StoreCopy() {}

  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.resolveSibling(""));
    try (var files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }
}

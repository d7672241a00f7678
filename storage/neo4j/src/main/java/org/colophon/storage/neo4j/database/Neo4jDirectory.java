// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.storage.common.StoreDirectory;

/**
 * The directory of a store. Its marker and lock are checked before Neo4j starts, which takes
 * seconds.
 */
final class Neo4jDirectory extends StoreDirectory {
  static final int VERSION = 1;

  Neo4jDirectory(Path path) {
    super(path, "neo4j", FORMAT_FILE, VERSION_PATTERN);
  }

  /** Fails with NOT_FOUND unless Neo4j has files here. */
  void requireStore() {
    requireContent();
    readFormat(VERSION);
    if (!Files.isDirectory(resolve("data"))) {
      throw absent();
    }
  }

  /**
   * Marks an empty directory as a store; checks the marker of any other. Neo4j's files have default
   * permissions, so the directory itself must be private.
   */
  void prepare() {
    if (isEmpty()) {
      writeMarker(Integer.toString(VERSION));
    }
    readFormat(VERSION);
    try {
      Files.setPosixFilePermissions(resolve(""), PrivateFiles.DIRECTORY.value());
    } catch (IOException e) {
      throw new ColophonException(
          IoFailure.code(e), "cannot protect " + this + ": " + IoFailure.reason(e), e);
    }
  }
}

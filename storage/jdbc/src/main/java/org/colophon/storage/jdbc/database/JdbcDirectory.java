// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.storage.common.StoreDirectory;

/**
 * The adapter's directory. Its file {@code STORE} holds a random id that the tables have, too, so
 * tables in a server are not mistaken for those of another store.
 */
public final class JdbcDirectory extends StoreDirectory {
  public JdbcDirectory(Path path) {
    super(path, "jdbc", "STORE", "[0-9a-f-]{36}");
  }

  /** Creates the directory if it is missing, and rejects a foreign one. */
  public void prepare() {
    prepareAs(UUID.randomUUID().toString());
  }

  /** Same as {@link #prepare}, but gives a new directory the id of an existing store. */
  public void prepareAs(String id) {
    create();
    if (isEmpty()) {
      writeMarker(id);
    }
    readMarker();
  }

  /** Returns the id of the store. */
  public String id() {
    return readMarker();
  }

  /** Fails with NOT_FOUND if the directory is missing or empty. */
  public void requireStore() {
    requireContent();
    readMarker();
  }

  /** Removes the permissions of other users from the database's files. */
  public void protect() {
    try (Stream<Path> files = Files.list(resolve(""))) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PrivateFiles.FILE.value());
      }
    } catch (IOException e) {
      throw new ColophonException(
          IoFailure.code(e), "cannot protect " + this + ": " + IoFailure.reason(e), e);
    }
  }
}

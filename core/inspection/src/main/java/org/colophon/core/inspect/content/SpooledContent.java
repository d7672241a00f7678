// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;
import org.jspecify.annotations.Nullable;

/**
 * Content without a file of its own. Writes one on the first request and shares it afterwards. Any
 * thread.
 */
public abstract class SpooledContent implements Content, AutoCloseable {
  private static final String PREFIX = "content";
  private static final String SUFFIX = ".part";

  private final Path directory;

  // Guarded by this.
  private @Nullable Path spooled;

  public SpooledContent(Path directory) {
    this.directory = directory;
  }

  /** Returns true if the file has the name of a spooled file. */
  public static boolean isSpooled(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public synchronized Path file() throws IOException {
    if (spooled == null) {
      Path file = Files.createTempFile(directory, PREFIX, SUFFIX);
      try (InputStream in = stream();
          var out = Files.newOutputStream(file)) {
        in.transferTo(out);
      } catch (IOException e) {
        Files.deleteIfExists(file);
        throw e;
      }
      spooled = file;
    }
    return spooled;
  }

  /** Deletes the spooled file, if any. */
  @Override
  public void close() throws IOException {
    deleteSpool();
  }

  protected final synchronized void deleteSpool() throws IOException {
    if (spooled != null) {
      Files.deleteIfExists(spooled);
      spooled = null;
    }
  }
}

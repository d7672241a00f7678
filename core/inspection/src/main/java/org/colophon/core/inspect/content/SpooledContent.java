package org.colophon.core.inspect.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/**
 * Content that is in no file of its own: written to one when a file is asked for, once for all who
 * ask. Any thread.
 */
public abstract class SpooledContent implements Content, AutoCloseable {
  private static final String PREFIX = "content";
  private static final String SUFFIX = ".part";

  private final Path folder;

  // Guarded by this.
  private Path spooled;

  public SpooledContent(Path folder) {
    this.folder = folder;
  }

  /** Whether a file has the name of one that was made here. */
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
      Path file = Files.createTempFile(folder, PREFIX, SUFFIX);
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

  /** Deletes the file, if there is one. */
  @Override
  public void close() throws IOException {
    unspool();
  }

  protected final synchronized void unspool() throws IOException {
    if (spooled != null) {
      Files.deleteIfExists(spooled);
      spooled = null;
    }
  }
}

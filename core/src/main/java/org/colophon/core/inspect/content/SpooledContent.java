package org.colophon.core.inspect.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/** Content that is in no file of its own: written to one when a file is asked for. */
abstract class SpooledContent implements Content, AutoCloseable {
  private final Path folder;
  private Path spooled;

  SpooledContent(Path folder) {
    this.folder = folder;
  }

  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public Path file() throws IOException {
    if (spooled == null) {
      Path file = Files.createTempFile(folder, "content", ".part");
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
    if (spooled != null) {
      Files.deleteIfExists(spooled);
      spooled = null;
    }
  }
}

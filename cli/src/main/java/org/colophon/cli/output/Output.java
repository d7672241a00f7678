package org.colophon.cli.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Writes an answer to standard output or to a file. */
public final class Output {
  private Output() {}

  /** What writes the answer. */
  @FunctionalInterface
  public interface Body {
    /** Writes all of it; does not close the stream. */
    void write(OutputStream out) throws IOException;
  }

  /**
   * Writes an answer. A file gets its name when it is whole, so that a failure leaves what was
   * there before.
   *
   * @param file null for standard output
   */
  public static void write(Console console, Path file, Body body) {
    try {
      if (file == null) {
        OutputStream out = console.bytes();
        body.write(out);
        out.flush();
      } else {
        writeFile(file, body);
      }
    } catch (IOException e) {
      String where = file == null ? "standard output" : file.toString();
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot write to " + where + ": " + e, e);
    }
  }

  private static void writeFile(Path file, Body body) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A pipe or device cannot be replaced, only written to.
      try (OutputStream out = Files.newOutputStream(file)) {
        body.write(out);
      }
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot write to " + file + ": there is no folder " + folder);
    }
    // Not createTempFile, which makes files that only their owner may read.
    String suffix = "." + ProcessHandle.current().pid() + ".part";
    Path part = folder.resolve("." + file.getFileName() + suffix);
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
        body.write(out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;

/** Writes an answer to standard output or to a file. */
public final class Output {
  private Output() {}

  /** Writes an answer. */
  @FunctionalInterface
  public interface Body {
    /** Writes the whole answer. Leaves the stream open. */
    void write(OutputStream out) throws IOException;
  }

  /**
   * Writes an answer. Replaces a file only after the answer is complete, so that the old file
   * remains after a failure.
   *
   * @param file the file; null for standard output
   */
  public static void write(Console console, @Nullable Path file, Body body) {
    if (file == null) {
      writeOut(new Watched(console.bytes()), body);
      return;
    }
    try {
      writeFile(file, body);
    } catch (IOException e) {
      throw IoFailure.of("write to", file.toString(), e);
    }
  }

  private static void writeOut(Watched out, Body body) {
    try {
      body.write(out);
      out.flush();
    } catch (IOException e) {
      if (out.isReaderGone) {
        throw new ReaderGoneException(e);
      }
      throw IoFailure.of("write to", "standard output", e);
    }
  }

  private static void writeFile(Path file, Body body) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A pipe or device cannot be replaced, so it is written directly.
      try (OutputStream out = Files.newOutputStream(file)) {
        body.write(out);
      }
      return;
    }
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    if (!Files.isDirectory(directory)) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot write to " + file + ": there is no directory " + directory + "; make it first");
    }
    // createTempFile is not used, because only the owner could read its files.
    String suffix = "." + ProcessHandle.current().pid() + ".part";
    Path part = directory.resolve("." + file.getFileName() + suffix);
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
        body.write(out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Detects a closed pipe while an answer is written, as opposed to other failures. */
  private static final class Watched extends FilterOutputStream {
    private static final String PIPE = "Broken pipe";

    private boolean isReaderGone;

    Watched(OutputStream out) {
      super(out);
    }

    private IOException seen(IOException e) {
      isReaderGone |= PIPE.equals(e.getMessage());
      return e;
    }

    @Override
    public void write(int b) throws IOException {
      try {
        out.write(b);
      } catch (IOException e) {
        throw seen(e);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw seen(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw seen(e);
      }
    }
  }
}

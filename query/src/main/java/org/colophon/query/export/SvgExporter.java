package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;

/** A picture, drawn by Graphviz. */
final class SvgExporter {
  private static final long TIMEOUT_SECONDS = 120;

  private final String command;
  private final long timeoutMillis;

  SvgExporter() {
    this("dot", TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
  }

  SvgExporter(String command, long timeoutMillis) {
    this.command = command;
    this.timeoutMillis = timeoutMillis;
  }

  void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    Path directory = Files.createTempDirectory("colophon-svg");
    Path dot = directory.resolve("lineage.dot");
    Path svg = directory.resolve("lineage.svg");
    Path errors = directory.resolve("errors");
    try {
      try (OutputStream file = Files.newOutputStream(dot)) {
        DotExporter.write(lineage, options, file);
      }
      draw(dot, svg, errors);
      Files.copy(svg, out);
      out.flush();
    } finally {
      for (Path file : new Path[] {dot, svg, errors, directory}) {
        Files.deleteIfExists(file);
      }
    }
  }

  private void draw(Path dot, Path svg, Path errors) throws IOException {
    Process drawing;
    try {
      drawing =
          new ProcessBuilder(command, "-Tsvg", "-o", svg.toString(), dot.toString())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(errors.toFile())
              .start();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "drawing needs Graphviz, but '"
              + command
              + "' does not start; install it (Debian: apt-get install graphviz) or use --format dot",
          e);
    }
    await(drawing, errors);
  }

  private void await(Process drawing, Path errors) throws IOException {
    try {
      if (!drawing.waitFor(timeoutMillis, TimeUnit.MILLISECONDS)) {
        throw new ColophonException(
            ErrorCode.LIMIT_REACHED,
            "Graphviz did not finish within "
                + timeoutMillis / 1000
                + " s; ask for less (--depth, --hide) or use --format dot");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted while drawing", e);
    } finally {
      drawing.destroyForcibly();
    }
    if (drawing.exitValue() != 0) {
      throw new ColophonException(
          ErrorCode.IO_FAILED,
          "Graphviz failed: " + firstLine(errors) + "; --format dot has its input");
    }
  }

  private static String firstLine(Path errors) throws IOException {
    String text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
    return text.lines().findFirst().orElse("no message");
  }
}

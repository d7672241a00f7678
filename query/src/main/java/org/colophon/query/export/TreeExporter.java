package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LineageExporter;

/** A tree for people at a terminal. What was shown before is not unfolded again. */
final class TreeExporter implements LineageExporter {
  @Override
  public String name() {
    return "tree";
  }

  @Override
  public String description() {
    return "a tree for people at a terminal";
  }

  @Override
  public String mediaType() {
    return "text/plain; charset=utf-8";
  }

  @Override
  public boolean tellsWhatIsLeftOut() {
    return true;
  }

  @Override
  public void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    new TreeDrawing(lineage, options, writer).draw();
    writer.flush();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.fake;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.colophon.core.plugin.PluginOption;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.Surroundings;

/** A document that cannot be signed: the number of files. */
public final class FakeDocument implements DocumentFormat {
  @Override
  public String name() {
    return "fake-document";
  }

  @Override
  public String description() {
    return "the number of files";
  }

  @Override
  public List<PluginOption> options() {
    return List.of();
  }

  @Override
  public String mediaType() {
    return "text/plain";
  }

  @Override
  public boolean isStatement() {
    return false;
  }

  @Override
  public void write(RecordedRun run, Surroundings surroundings, OutputStream out)
      throws IOException {
    out.write(Integer.toString(run.files().size()).getBytes());
  }
}

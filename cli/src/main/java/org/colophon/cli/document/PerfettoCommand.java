// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.io.OutputStream;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.exports.perfetto.RunTrace;
import org.colophon.query.document.RecordedRun;
import picocli.CommandLine.Command;

/** Writes a run as a trace for Perfetto. */
@Command(
    name = "perfetto",
    description = "Write a run as a trace for Perfetto, to see it on a time line.",
    footer = {
      "",
      "Each process is a track, and each program a slice from its start to its end.",
      "Arrows lead from a writer to a reader of a file. Open the file at",
      "https://ui.perfetto.dev, which keeps it in the browser.",
      "",
      "Exit code 4 means that the capture of the run is incomplete; the trace says so.",
      "",
      "Examples:",
      "  colophon perfetto -o run.pftrace           the newest run",
      "  colophon perfetto pid:123 -o run.pftrace",
      "  colophon perfetto report.csv -o report.pftrace   all that led to a file"
    })
public final class PerfettoCommand extends RunCommand {
  public PerfettoCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void prepare() {
    super.prepare();
    if (isForTerminal()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a trace is binary; name its file with -o, such as -o run.pftrace");
    }
  }

  @Override
  protected void write(RecordedRun run, OutputStream out) throws IOException {
    RunTrace.write(run, out);
  }
}

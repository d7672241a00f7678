// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.base.ProgressLine;
import org.colophon.cli.output.Console;
import org.colophon.cli.recording.Run;
import org.colophon.cli.recording.RunMonitor;
import org.colophon.query.text.DisplayText;

/** Shows the progress of an import on the terminal. */
record ImportProgress(Console console) implements RunMonitor {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  @Override
  public void until(Run run) {
    while (console.isErrTerminal() && run.isRunning()) {
      LockSupport.parkNanos(PERIOD_NANOS);
      ProgressLine.print(console, DisplayText.count(run.reported(), "operation"));
    }
    ProgressLine.print(console, "");
  }
}

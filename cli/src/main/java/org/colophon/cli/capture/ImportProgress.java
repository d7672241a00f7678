package org.colophon.cli.capture;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.output.Console;
import org.colophon.cli.recording.Run;
import org.colophon.cli.recording.Watch;
import org.colophon.query.text.DisplayText;

/** Shows on a terminal how far a long import is; elsewhere nothing. */
public final class ImportProgress implements Watch {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Console console;

  public ImportProgress(Console console) {
    this.console = console;
  }

  @Override
  public void until(Run run) {
    if (!console.isErrTerminal()) {
      return;
    }
    while (run.isRunning()) {
      LockSupport.parkNanos(PERIOD_NANOS);
      console.err().print(CLEAR_LINE + DisplayText.count(run.reported()) + " operations");
      console.err().flush();
    }
    console.err().print(CLEAR_LINE);
    console.err().flush();
  }
}

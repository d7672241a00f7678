package org.colophon.cli.command;

import java.io.OutputStream;
import java.util.Map;
import org.colophon.cli.output.Console;
import picocli.CommandLine.Command;

/**
 * Runs what common commands run, for the launcher: the JVM archives the classes that this loads, so
 * that later starts need not read and verify them. Prints nothing.
 */
@Command(name = "rehearse", hidden = true, description = "Load what common commands load.")
final class RehearseCommand extends BaseCommand {
  RehearseCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int run() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Console quiet = new Console(nowhere, nowhere, true, true, Map.of());
    Invocation rehearsal = new Invocation(quiet, invocation().directory(), invocation().in());
    Colophon.run(rehearsal, "--help");
    Colophon.run(rehearsal, "plugins");
    return ExitCode.FOUND;
  }
}

package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.strace.command.CommandPath;
import org.colophon.reporters.strace.command.SignalForwarder;
import org.colophon.reporters.strace.command.SpawnedProcess;

/** A command that is started in a shell, which stops itself before it runs the command. */
final class StoppedCommand {
  private static final String SCRIPT = "kill -STOP $$; exec \"$0\" \"$@\"";
  private static final long LOOK_NANOS = 200_000;

  private final Process process;

  private StoppedCommand(Process process) {
    this.process = process;
  }

  /** Starts the shell and waits until it has stopped. */
  static StoppedCommand start(List<String> command) throws IOException {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT));
    List<String> program = CommandPath.withShell(command);
    words.add(CommandPath.find(program.get(0)).toString());
    words.addAll(program.subList(1, program.size()));
    StoppedCommand stopped = new StoppedCommand(SpawnedProcess.startCommand(words));
    while (!ProcFiles.status("" + stopped.pid(), "State").startsWith("T")) {
      if (!stopped.process.isAlive()) {
        throw new ColophonException(ErrorCode.IO_FAILED, "the shell did not start the command");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return stopped;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void signal(String name) {
    SignalForwarder.send(name, process.pid());
  }

  int await() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted while tracing", e);
    }
  }
}

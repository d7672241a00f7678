package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.strace.replay.Replay;
import org.colophon.reporters.strace.replay.state.HostProbe;

/**
 * A running strace. It writes to a file in memory that is read as it grows, so strace never waits
 * for a reader. Read parts are freed and a slow reader stops strace, which bounds memory (see
 * {@link TraceFile}).
 */
final class Tracer implements LineSource {
  /** Upper limit for the length of a line that reports the end of a process. */
  private static final int MAX_END_BYTES = 64;

  /** {@code =VALUE}, or empty if LC_ALL was not set. */
  private static final String SAVED_LOCALE = "COLOPHON_LC_ALL";

  private static final String LOCALE = "LC_ALL";

  private final TracerOptions options;
  private final List<String> command;
  private final long pid;
  private volatile boolean isStopped;
  private volatile Process strace;
  private volatile Replay replay;
  private volatile int exitStatus;

  private Tracer(TracerOptions options, List<String> command, long pid) {
    this.options = options;
    this.command = command;
    this.pid = pid;
  }

  static Tracer command(TracerOptions options, List<String> command) {
    return new Tracer(options, command, 0);
  }

  static Tracer attach(TracerOptions options, long pid) {
    return new Tracer(options, List.of(), pid);
  }

  @Override
  public String place() {
    return isCommand() ? command.get(0) : "process " + pid;
  }

  @Override
  public Bytes directory() {
    return ProcFiles.link("self", "cwd");
  }

  @Override
  public boolean isCommand() {
    return pid == 0;
  }

  @Override
  public HostProbe probe(ReporterCoordination neighbours) {
    return new LiveHostProbe("self", isCommand(), neighbours);
  }

  @Override
  public int exitStatus() {
    return exitStatus;
  }

  @Override
  public void feed(
      Replay target, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    replay = target;
    check();
    try (TraceFile file = TraceFile.create();
        TraceFollower log =
            new TraceFollower(target, file, FileOpener.PLAIN, flush, neighbours, !isCommand())) {
      run(file.path(), () -> watched(file, log));
    } catch (IOException e) {
      throw failed(e);
    }
    boolean hasSeenNothing = isCommand() ? replay.firstPid() == 0 : replay.lines() == 0;
    if (hasSeenNothing && exitStatus != 0 && !isStopped) {
      throw notPermitted();
    }
  }

  /** Runs strace to its end and writes to a file that another process reads. */
  void runInto(Path output) {
    check();
    try {
      run(output, () -> {});
      if (exitStatus != 0 && !isStopped && !hasCalls(output)) {
        throw notPermitted();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Returns true if strace saw more than the end of a child that could not start. */
  private static boolean hasCalls(Path output) throws IOException {
    try (InputStream input = Files.newInputStream(output)) {
      String begin = new String(input.readNBytes(MAX_END_BYTES), StandardCharsets.ISO_8859_1);
      return !begin.matches("([0-9]+ +\\+\\+\\+ [^\n]*\n)?");
    }
  }

  private static ColophonException failed(IOException e) {
    return new ColophonException(
        ErrorCode.IO_FAILED, "cannot read the output of strace: " + e.getMessage(), e);
  }

  /** Work to do while strace runs. */
  private interface Meanwhile {
    void run() throws IOException;
  }

  private void run(Path output, Meanwhile meanwhile) throws IOException {
    CpuPlacement placement = CpuPlacement.of(options.pin != Pin.NO && isCommand());
    try {
      List<String> words = new ArrayList<>(placement.words());
      words.addAll(options.words(isCommand(), output.toString(), help()));
      if (isCommand()) {
        words.add("--");
        words.addAll(CommandPath.withShell(command));
      } else {
        words.addAll(List.of("-p", "" + pid));
      }
      trace(words, meanwhile);
    } finally {
      placement.close();
    }
  }

  /** Returns strace's help text, which lists the options of this version. */
  private String help() throws IOException {
    Process asked = new ProcessBuilder(options.strace, "--help").redirectErrorStream(true).start();
    asked.getOutputStream().close();
    return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private void check() {
    if (!CommandPath.exists(options.strace)) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "strace is not installed ('"
              + options.strace
              + "' was not found); on Debian and Ubuntu: apt-get install strace");
    }
    if (isCommand()) {
      checkCommand(command.get(0));
    } else if (!ProcFiles.exists(Long.toString(pid))) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "there is no process " + pid);
    }
  }

  private void checkCommand(String word) {
    Path program = CommandPath.find(word);
    if (program == null) {
      exitStatus = StraceReporter.NOT_FOUND_STATUS;
      throw new ColophonException(ErrorCode.NOT_FOUND, word + ": command not found");
    }
    if (!Files.isExecutable(program) || Files.isDirectory(program)) {
      exitStatus = StraceReporter.NOT_EXECUTABLE_STATUS;
      throw new ColophonException(ErrorCode.NOT_PERMITTED, word + ": is not executable");
    }
  }

  private void trace(List<String> words, Meanwhile meanwhile) throws IOException {
    SignalForwarder signals = SignalForwarder.of(options.forwardsSignals, this::signal);
    try {
      ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
      restoreLocale(builder.environment());
      strace = builder.start();
      if (isStopped) {
        stop();
      }
      meanwhile.run();
      exitStatus = strace.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted while tracing", e);
    } finally {
      signals.close();
    }
  }

  private void watched(TraceFile file, TraceFollower log) throws IOException {
    Process running = strace;
    BacklogLimiter backlog = BacklogLimiter.watch(file, running::pid);
    try {
      TraceFollower.poll(() -> !running.isAlive(), log::take, log::publish);
      log.end();
    } catch (IOException | RuntimeException e) {
      // Trace the command to its end without recording.
      log.stopListening();
      ByteBuffer discarded = ByteBuffer.allocate(1 << 16);
      TraceFollower.poll(() -> !running.isAlive(), () -> log.discard(discarded), () -> {});
      throw e;
    } finally {
      backlog.close();
    }
  }

  private ColophonException notPermitted() {
    String what = isCommand() ? String.join(" ", command) : place();
    return new ColophonException(
        ErrorCode.NOT_PERMITTED,
        "strace could not trace "
            + what
            + " (its message is above): is ptrace forbidden here (kernel.yama.ptrace_scope, a"
            + " container without CAP_SYS_PTRACE), or is it traced already?");
  }

  @Override
  public void stop() {
    isStopped = true;
    Process running = strace;
    if (running == null) {
      return;
    }
    if (isCommand()) {
      signal("TERM");
    } else {
      running.destroy();
    }
  }

  /** Sends the command a signal. */
  private void signal(String name) {
    Process running = strace;
    Replay reading = replay;
    if (running == null || !running.isAlive()) {
      return;
    }
    long target = reading == null ? 0 : reading.firstPid();
    if (target == 0) {
      target = running.children().map(ProcessHandle::pid).findFirst().orElse(0L);
    }
    if (target != 0) {
      SignalForwarder.send(name, target);
    }
  }

  /** Restores LC_ALL, which the launcher may have replaced by a UTF-8 locale. */
  static void restoreLocale(Map<String, String> environment) {
    String kept = environment.remove(SAVED_LOCALE);
    if (kept == null) {
      return;
    }
    if (kept.isEmpty()) {
      environment.remove(LOCALE);
    } else {
      environment.put(LOCALE, kept.substring(1));
    }
  }
}

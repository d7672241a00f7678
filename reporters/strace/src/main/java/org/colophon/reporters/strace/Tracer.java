// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.LineSource;
import org.colophon.reporters.replay.LiveHostProbe;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.command.CommandPath;
import org.colophon.reporters.replay.command.CpuPlacement;
import org.colophon.reporters.replay.command.Privileges;
import org.colophon.reporters.replay.command.SignalForwarder;
import org.colophon.reporters.replay.command.SpawnedProcess;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;
import org.jspecify.annotations.Nullable;

/**
 * A running strace. Its output is a growing file in memory, so strace does not block on a pipe. To
 * bound memory, the space of read bytes is freed, and strace is stopped while the reader is slow
 * (see {@link TraceFile}).
 */
final class Tracer implements LineSource {
  /** Upper limit for the length of a line that reports the end of a process. */
  private static final int MAX_END_BYTES = 64;

  /** Time after the end of the command within which strace ends, unless processes remain. */
  private static final long GRACE_NANOS = 200_000_000;

  private static final long POLL_MILLIS = 2;

  /**
   * Shell script that repeatedly truncates a deleted output file through the writer's descriptor,
   * until the writer has ended.
   */
  private static final String FREE_OUTPUT =
      """
      while file=$(readlink "$0"); do
        case $file in
          "$1 (deleted)") : >"$0" ;;
          "$1") ;;
          *) exit ;;
        esac
        sleep 5
      done
      """;

  private static final Logger LOG = System.getLogger(Tracer.class.getName());

  private final TracerOptions options;
  private final List<String> command;
  private final long pid;
  private volatile boolean isStopped;

  /** Null before the start. */
  private volatile @Nullable Process strace;

  private volatile int exitStatus;

  /** The argument by which the strace process is found. */
  private volatile Bytes output = Bytes.EMPTY;

  /** The pid of strace; 0 while unknown. */
  private volatile long tracerPid;

  private long endedNanos;

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
  public WantedVariables variables() {
    return options.variables;
  }

  @Override
  public WantedDigests digests() {
    return options.digests;
  }

  @Override
  public boolean hasLookups() {
    return options.hasLookups;
  }

  @Override
  public boolean hasRanges() {
    return options.hasRanges;
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
    return new LiveHostProbe(
        "self", isCommand(), neighbours, options.hasFilter(command) || Privileges.tracer() != 0);
  }

  @Override
  public int exitStatus() {
    return exitStatus;
  }

  @Override
  public void feed(
      Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    check();
    try (TraceFile file = TraceFile.create();
        TraceFollower log =
            new TraceFollower(replay, file, FileOpener.PLAIN, flush, neighbours, !isCommand())) {
      run(file.path(), () -> watched(replay, file, log));
    } catch (IOException e) {
      throw failed(e);
    }
    boolean hasSeenNothing = isCommand() ? replay.finder.firstPid() == 0 : replay.lines() == 0;
    if (hasSeenNothing && exitStatus != 0 && !isStopped) {
      throw notPermitted();
    }
  }

  /** Runs strace to its end. Another process reads its output. */
  @Override
  public void runInto(Path output) {
    check();
    try {
      run(output, this::awaitTracer);
      if (exitStatus != 0 && !isStopped && !hasCalls(output)) {
        throw notPermitted();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Returns true if strace recorded calls. If a child could not start, strace records only its end.
   */
  private static boolean hasCalls(Path output) throws IOException {
    try (InputStream input = Files.newInputStream(output)) {
      String begin = new String(input.readNBytes(MAX_END_BYTES), StandardCharsets.ISO_8859_1);
      return !begin.matches("([0-9]+ +\\+\\+\\+ [^\n]*\n)?");
    }
  }

  private static ColophonException failed(IOException e) {
    return ErrorCode.IO_FAILED.exception("cannot read the output of strace: " + e.getMessage(), e);
  }

  /** Action that this thread performs while strace runs. */
  private interface Meanwhile {
    void run() throws IOException;
  }

  private void run(Path file, Meanwhile meanwhile) throws IOException {
    output = Bytes.of(file.toString());
    if (isCommand()) {
      checkPermission();
    }
    CpuPlacement placement = CpuPlacement.of(isCommand() ? options.cpus : 0);
    try {
      List<String> words = new ArrayList<>(placement.words());
      words.addAll(options.words(command, file.toString(), help()));
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

  /** Returns strace's help text, which lists the options of the installed version. */
  private String help() throws IOException {
    Process asked = new ProcessBuilder(options.strace, "--help").redirectErrorStream(true).start();
    asked.getOutputStream().close();
    return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private void check() {
    if (!CommandPath.exists(options.strace)) {
      throw ErrorCode.TOOL_MISSING.exception(
          "strace is not installed ('"
              + options.strace
              + "' was not found); on Debian and Ubuntu: apt-get install strace");
    }
    if (isCommand()) {
      checkCommand(command.get(0));
    } else if (!ProcFiles.exists(Long.toString(pid))) {
      throw ErrorCode.NOT_FOUND.exception("there is no process " + pid);
    }
  }

  /** Fails unless strace can trace a child; otherwise strace would run the command untraced. */
  private void checkPermission() throws IOException {
    try (TraceFile file = TraceFile.create()) {
      List<String> words = new ArrayList<>(List.of(options.strace, "-DDD", "-q", "-e"));
      words.addAll(List.of("trace=execve", "-o", file.path().toString(), "--", "true"));
      new ProcessBuilder(words).redirectError(Redirect.INHERIT).start().waitFor();
      if (file.backlog() == 0) {
        throw notPermitted();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static ColophonException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return ErrorCode.INTERRUPTED.exception("interrupted while tracing", e);
  }

  private void checkCommand(String word) {
    Path program = CommandPath.require(word, status -> exitStatus = status);
    if (Privileges.tracer() != 0 && Privileges.isGrantedBy(program)) {
      LOG.log(
          Level.WARNING,
          word
              + ": runs without the privilege of its file (set-user-id, set-group-id or"
              + " capabilities), which the kernel denies to traced programs; trace it as root to keep it");
    }
  }

  private void trace(List<String> words, Meanwhile meanwhile) throws IOException {
    SignalForwarder signals = SignalForwarder.of(options.forwardsSignals, this::signal);
    try {
      Process started = start(words);
      strace = started;
      if (isStopped) {
        stop();
      }
      try {
        meanwhile.run();
      } finally {
        exitStatus = started.waitFor(); // also after a failure of the recording
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      signals.close();
    }
  }

  private Process start(List<String> words) throws IOException {
    return isCommand()
        ? SpawnedProcess.startCommand(words, options.environment)
        : new ProcessBuilder(words).inheritIO().start();
  }

  private void watched(Replay replay, TraceFile file, TraceFollower log) throws IOException {
    BacklogLimiter backlog = BacklogLimiter.watch(file, this::tracer);
    try {
      TraceFollower.poll(
          this::hasEnded,
          () -> replay.finder.hasFirstEnded() && isGraceOver() ? 0 : log.take(),
          log::publish);
      log.end();
    } catch (IOException | RuntimeException e) {
      // Traces the command to its end without recording.
      log.stopListening();
      ByteBuffer discarded = ByteBuffer.allocate(1 << 16);
      TraceFollower.poll(this::hasEnded, () -> log.discard(discarded), () -> {});
      throw e;
    } finally {
      backlog.close();
      leave();
    }
  }

  /** Waits until strace has written the whole trace. */
  private void awaitTracer() throws IOException {
    while (!hasEnded()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
    }
    leave();
  }

  private Process running() {
    return Objects.requireNonNull(strace, "strace was not started");
  }

  /** Returns true if strace has written the whole trace. */
  private boolean hasEnded() {
    if (running().isAlive()) {
      tracer();
      return false;
    }
    return !isCommand() || !isTracing() || isGraceOver();
  }

  /** Returns true if the command ended some time ago and the trace ends with it. */
  private boolean isGraceOver() {
    if (options.waitsForAll || !isCommand() || running().isAlive()) {
      return false;
    }
    if (endedNanos == 0) {
      endedNanos = System.nanoTime();
    }
    return System.nanoTime() - endedNanos > GRACE_NANOS;
  }

  /**
   * Returns the pid of strace; 0 if unknown. The process that is started for a command executes the
   * command itself, and strace runs as its child.
   */
  private long tracer() {
    Process running = running();
    if (!isCommand()) {
      return running.pid();
    }
    if (tracerPid == 0) {
      int found = ProcFiles.statusNumber(Long.toString(running.pid()), "TracerPid");
      tracerPid =
          found > 0 || running.isAlive() ? Math.max(found, 0) : ProcFiles.withArgument(output);
    }
    return tracerPid;
  }

  private boolean isTracing() {
    long pid = tracer();
    return pid != 0 && ProcFiles.arguments(Long.toString(pid)).contains(output);
  }

  /**
   * Leaves strace running if the command has left processes behind: without a tracer, the seccomp
   * filter would make their calls fail. A shell truncates strace's output every few seconds.
   */
  private void leave() throws IOException {
    if (!isCommand() || !isTracing()) {
      return;
    }
    String name = output.toString();
    String directory = "/proc/" + tracerPid + "/fd/";
    for (Map.Entry<Integer, HostProbe.Link> each :
        LiveHostProbe.descriptors(Long.toString(tracerPid)).entrySet()) {
      if (each.getValue().text().equals(output)) {
        new ProcessBuilder("setsid", "sh", "-c", FREE_OUTPUT, directory + each.getKey(), name)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
      }
    }
  }

  private ColophonException notPermitted() {
    exitStatus = 0; // that of strace: the command has not run
    String what = isCommand() ? String.join(" ", command) : place();
    return ErrorCode.NOT_PERMITTED.exception(
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

  /** Sends a signal to the command. */
  private void signal(String name) {
    Process running = strace;
    if (running != null && running.isAlive()) {
      SignalForwarder.send(name, running.pid());
    }
  }
}

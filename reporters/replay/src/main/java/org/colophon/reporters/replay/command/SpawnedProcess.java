// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * A child process that inherits the standard streams and chosen descriptors above 2. {@link
 * ProcessBuilder} would close the descriptors above 2.
 */
public final class SpawnedProcess extends Process {
  private static final int SET_DESCRIPTOR_FLAGS = 2;
  private static final int CLOSE_ON_EXEC = 1;
  private static final int SIGNAL_STATUS = 128;

  /** POSIX_SPAWN_SETSIGMASK of Linux. */
  private static final short SET_SIGNAL_MASK = 8;

  private static final int SIGNAL_SET_BYTES = 128;

  /** Size of a buffer for posix_spawnattr_t, which has 336 bytes in glibc. */
  private static final int ATTRIBUTE_BYTES = 512;

  private final Os os;
  private final int pid;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  private SpawnedProcess(Os os, int pid) {
    this.os = os;
    this.pid = pid;
    Thread reaper = new Thread(this::reap, "colophon-strace-reaper");
    reaper.setDaemon(true);
    reaper.start();
  }

  /**
   * A command that is ready to start.
   *
   * @param words the words of the command, preceded by programs that restore the launcher's state
   * @param programs number of programs that are executed in sequence; the last one is the command
   */
  public record Start(List<String> words, List<Integer> descriptors, int programs) {
    /**
     * Starts the command. The calling thread forks the process.
     *
     * @param added variables to add to its environment
     */
    public Process start(Map<String, String> added) throws IOException {
      return SpawnedProcess.start(words, descriptors, added);
    }
  }

  /**
   * Prepares a command with the standard streams and the recorded state of the launcher.
   *
   * @param prefix a program that executes its arguments; may be empty
   */
  public static Start prepare(List<String> prefix, List<String> command) {
    InheritedState state = InheritedState.ofProcess("self");
    List<String> words = new ArrayList<>(prefix);
    words.addAll(command);
    int programs = state.programs() + (prefix.isEmpty() ? 1 : 2);
    return new Start(state.restoring(words), state.descriptors(), programs);
  }

  /**
   * Starts a command with the standard streams and the recorded state of the launcher.
   *
   * @param added variables to add to its environment
   */
  public static Process startCommand(List<String> words, Map<String, String> added)
      throws IOException {
    InheritedState state = InheritedState.ofProcess("self");
    List<String> restoring = state.restoring(words);
    if (!state.descriptors().isEmpty()) {
      return start(restoring, state.descriptors(), added);
    }
    ProcessBuilder builder = new ProcessBuilder(restoring).inheritIO();
    InheritedState.restore(builder.environment());
    builder.environment().putAll(added);
    return builder.start();
  }

  /**
   * Starts a program that is looked up in PATH.
   *
   * @param kept the descriptors above 2 to pass on; all others become close-on-exec
   */
  private static Process start(List<String> words, List<Integer> kept, Map<String, String> added)
      throws IOException {
    Os os = Os.load();
    Map<String, String> environment = new LinkedHashMap<>();
    for (String variable : InheritedState.variables("self")) {
      int sign = variable.indexOf('=');
      if (sign > 0) {
        environment.put(variable.substring(0, sign), variable.substring(sign + 1));
      }
    }
    InheritedState.restore(environment);
    environment.putAll(added);
    List<String> variables = new ArrayList<>();
    environment.forEach((name, value) -> variables.add(name + "=" + value));
    return start(
        os,
        texts(os, words, StandardCharsets.UTF_8),
        texts(os, variables, StandardCharsets.ISO_8859_1),
        kept);
  }

  /**
   * Marks all other descriptors as close-on-exec. Called just before the start, since the JVM may
   * open further descriptors at any time.
   */
  private static void closeOnExec(Os os, List<Integer> kept) {
    for (int fd : ProcFiles.descriptors("self")) {
      if (fd > 2 && !kept.contains(fd)) {
        os.libc.fcntl(fd, SET_DESCRIPTOR_FLAGS, CLOSE_ON_EXEC);
      }
    }
  }

  private static Process start(
      Os os, List<NativeBuffer> words, List<NativeBuffer> variables, List<Integer> kept)
      throws IOException {
    NativeBuffer pid = os.buffer(8);
    NativeBuffer arguments = vector(os, words);
    NativeBuffer environment = vector(os, variables);
    long program = words.get(0).address();
    long attributes = signalMask(os).address();
    closeOnExec(os, kept);
    int error =
        os.libc.posix_spawnp(
            pid.address(), program, 0, attributes, arguments.address(), environment.address(), 0);
    if (error != 0) {
      throw new IOException("cannot start the command, errno " + error);
    }
    return new SpawnedProcess(os, pid.getInt(0));
  }

  /**
   * Returns attributes with the signal mask of this process's first thread, because that is the
   * mask with which the process was started. Other threads of a JVM may block SIGQUIT.
   */
  private static NativeBuffer signalMask(Os os) throws IOException {
    long blocked = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("SigBlk:")) {
        blocked = Long.parseUnsignedLong(line.substring("SigBlk:".length()).strip(), 16);
      }
    }
    NativeBuffer signals = os.buffer(SIGNAL_SET_BYTES);
    signals.putLong(0, blocked);
    NativeBuffer attributes = os.buffer(ATTRIBUTE_BYTES);
    os.libc.posix_spawnattr_init(attributes.address());
    os.libc.posix_spawnattr_setflags(attributes.address(), SET_SIGNAL_MASK);
    os.libc.posix_spawnattr_setsigmask(attributes.address(), signals.address());
    return attributes;
  }

  private static List<NativeBuffer> texts(Os os, List<String> texts, Charset charset) {
    return texts.stream().map(text -> os.text(text.getBytes(charset))).toList();
  }

  private static NativeBuffer vector(Os os, List<NativeBuffer> texts) {
    NativeBuffer vector = os.buffer(Long.BYTES * (texts.size() + 1));
    for (int i = 0; i < texts.size(); i++) {
      vector.putLong(Long.BYTES * i, texts.get(i).address());
    }
    return vector;
  }

  private void reap() {
    NativeBuffer status = os.buffer(8);
    os.libc.waitpid(pid, status.address(), 0);
    int signal = status.getInt(0) & 0x7f;
    exit.complete(signal == 0 ? status.getInt(0) >> 8 & 0xff : SIGNAL_STATUS + signal);
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean isAlive() {
    return !exit.isDone();
  }

  @Override
  public CompletableFuture<Process> onExit() {
    return exit.thenApply(status -> this);
  }

  @Override
  public int waitFor() throws InterruptedException {
    try {
      return exit.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int exitValue() {
    if (isAlive()) {
      throw new IllegalThreadStateException("process " + pid + " is running");
    }
    return exit.join();
  }

  @Override
  public void destroy() {
    SignalForwarder.send("TERM", pid);
  }

  @Override
  public OutputStream getOutputStream() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }
}

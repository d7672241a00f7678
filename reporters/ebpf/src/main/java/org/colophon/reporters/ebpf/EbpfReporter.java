package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.shared.SharedEvents;
import org.colophon.reporters.strace.StraceReporter;

/**
 * Reports what processes do, from events of the kernel. The replay is that of the strace reporter.
 *
 * <p>A running reporter loads the programs into the kernel, which are built on first use, and
 * unloads them at its end. It throws TOOL_MISSING where the kernel or an installed package is not
 * sufficient, and NOT_PERMITTED without the right to load programs.
 */
public final class EbpfReporter {
  private EbpfReporter() {}

  /**
   * Returns a reporter of a command.
   *
   * @param words the command; the first is looked up in PATH unless it has a slash
   */
  public static StraceReporter command(List<String> words, EbpfOptions options) {
    return command(words, options, () -> load(options));
  }

  /** Returns a reporter of a command, with a source of records that is opened elsewhere. */
  public static StraceReporter command(
      List<String> words, EbpfOptions options, Supplier<? extends EventSource> opener) {
    return StraceReporter.of(new CommandTrace(words, options, opener));
  }

  /** Returns a reporter of a running process, its threads, and what it starts from now on. */
  public static StraceReporter process(long pid, EbpfOptions options) {
    return process(pid, options, () -> load(options));
  }

  /** Returns a reporter of a running process, with a source of records that is opened elsewhere. */
  public static StraceReporter process(
      long pid, EbpfOptions options, Supplier<? extends EventSource> opener) {
    if (!ProcFiles.exists(Long.toString(pid))) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "there is no process " + pid);
    }
    return StraceReporter.of(RunningTrace.ofProcess(pid, options.isLossy(), opener));
  }

  /**
   * Returns a reporter of the processes of a control group and of what they start, until it is
   * stopped.
   *
   * @param directory the group's directory in the version 2 file system, without its subgroups
   */
  public static StraceReporter cgroup(Path directory, EbpfOptions options) {
    try {
      if (!Files.exists(directory.resolve("cgroup.procs"))) {
        throw new ColophonException(
            ErrorCode.NOT_FOUND, directory + " is not the directory of a control group");
      }
      long id = ((Number) Files.getAttribute(directory, "unix:ino")).longValue();
      return StraceReporter.of(
          RunningTrace.ofCgroup(directory, id, options.isLossy(), () -> load(options)));
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + directory, e);
    }
  }

  /** Returns a reporter of all processes of the host except this one, until it is stopped. */
  public static StraceReporter host(EbpfOptions options) {
    return StraceReporter.of(RunningTrace.ofHost(() -> load(options)));
  }

  /** Loads the programs into the kernel; the source must be closed. */
  public static EventSource open(EbpfOptions options) {
    return load(options);
  }

  /**
   * Opens records for a command: loads the programs, or where this process has no right to, asks a
   * service to. The source must be closed.
   *
   * @param socket the service's socket file, which may not exist
   */
  public static EventSource open(EbpfOptions options, Path socket) {
    try {
      return load(options);
    } catch (ColophonException own) {
      if (!Files.exists(socket)) {
        throw own;
      }
      try {
        return SharedEvents.connect(socket);
      } catch (ColophonException e) {
        throw new ColophonException(own.code(), own.getMessage() + "; " + e.getMessage(), e);
      }
    }
  }

  static KernelProgram load(EbpfOptions options) {
    return KernelProgram.load(options.ringBytes());
  }
}

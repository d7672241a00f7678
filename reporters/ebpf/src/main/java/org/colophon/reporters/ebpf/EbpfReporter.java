package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.ObjectBuilder;
import org.colophon.reporters.strace.StraceReporter;

/**
 * Reports what processes do, from events of the kernel. The replay is that of the strace reporter.
 *
 * <p>Each method loads the programs into the kernel, and builds them on first use. It throws
 * TOOL_MISSING where the kernel or an installed package is not sufficient, and NOT_PERMITTED
 * without the right to load programs. The reporter must be run, which unloads them.
 */
public final class EbpfReporter {
  private static final Path PIDS = Path.of("/proc/self/ns/pid");
  private static final String INITIAL_PIDS = "pid:[4026531836]";

  private EbpfReporter() {}

  /**
   * Returns a reporter of a command.
   *
   * @param words the command; the first is looked up in PATH unless it has a slash
   */
  public static StraceReporter command(List<String> words, EbpfOptions options) {
    return StraceReporter.of(new CommandTrace(words, options, load(options)));
  }

  /** Returns a reporter of a running process, its threads, and what it starts from now on. */
  public static StraceReporter process(long pid, EbpfOptions options) {
    if (!ProcFiles.exists(Long.toString(pid))) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "there is no process " + pid);
    }
    return StraceReporter.of(RunningTrace.ofProcess(pid, options.isLossy(), load(options)));
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
          RunningTrace.ofCgroup(directory, id, options.isLossy(), load(options)));
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + directory, e);
    }
  }

  /** Returns a reporter of all processes of the host except this one, until it is stopped. */
  public static StraceReporter host(EbpfOptions options) {
    return StraceReporter.of(RunningTrace.ofHost(load(options)));
  }

  static KernelProgram load(EbpfOptions options) {
    checkNamespace();
    return KernelProgram.load(ObjectBuilder.standard().build(), options.ringBytes());
  }

  private static void checkNamespace() {
    try {
      if (!Files.readSymbolicLink(PIDS).toString().equals(INITIAL_PIDS)) {
        throw new ColophonException(
            ErrorCode.NOT_PERMITTED,
            "kernel events name processes by the host's ids, which differ in this container;"
                + " trace --with strace");
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + PIDS, e);
    }
  }
}

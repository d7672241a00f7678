// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.ObjectBuilder;
import org.colophon.reporters.ebpf.shared.SharedEvents;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.replay.command.CpuPlacement;
import org.colophon.reporters.replay.content.WantedVariables;
import org.jspecify.annotations.Nullable;

/**
 * Reports the system calls of processes, read as kernel events. Replays them like the strace
 * reporter.
 *
 * <p>The BPF programs are built on first use. A reporter loads them into Linux and unloads them at
 * its end. It throws TOOL_MISSING if a package or a feature of Linux is missing, and NOT_PERMITTED
 * without the right to load programs.
 */
public final class EbpfReporter {
  private EbpfReporter() {}

  /**
   * Returns a reporter of a command.
   *
   * @param words the command; the first is looked up in PATH unless it has a slash
   */
  public static ReplayReporter command(List<String> words, EbpfOptions options) {
    return command(words, options, () -> load(options));
  }

  /** Returns a reporter of a command that reads its records from the given source. */
  public static ReplayReporter command(
      List<String> words, EbpfOptions options, Supplier<? extends EventSource> opener) {
    return new ReplayReporter(new CommandTrace(words, options, opener));
  }

  /**
   * Returns a reporter of a running process, its threads, and all processes that it starts from
   * then on.
   */
  public static ReplayReporter process(long pid, EbpfOptions options) {
    return process(pid, options, () -> load(options));
  }

  /** Returns a reporter of a running process that reads its records from the given source. */
  public static ReplayReporter process(
      long pid, EbpfOptions options, Supplier<? extends EventSource> opener) {
    if (!ProcFiles.exists(Long.toString(pid))) {
      throw ErrorCode.NOT_FOUND.exception("there is no process " + pid);
    }
    return new ReplayReporter(RunningTrace.ofProcess(pid, options, opener));
  }

  /**
   * Returns a reporter of the processes of a control group and of their descendants, until it is
   * stopped.
   *
   * @param directory the group's directory in the version 2 file system, without its subgroups
   */
  public static ReplayReporter cgroup(Path directory, EbpfOptions options) {
    try {
      if (!Files.exists(directory.resolve("cgroup.procs"))) {
        throw ErrorCode.NOT_FOUND.exception(directory + " is not the directory of a control group");
      }
      long id = ((Number) Files.getAttribute(directory, "unix:ino")).longValue();
      return new ReplayReporter(RunningTrace.ofCgroup(directory, id, options, () -> load(options)));
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read " + directory, e);
    }
  }

  /** Returns a reporter of all processes of the host except this one, until it is stopped. */
  public static ReplayReporter host(EbpfOptions options) {
    return new ReplayReporter(RunningTrace.ofHost(options, () -> load(options)));
  }

  /**
   * Returns a reporter of the processes that use a mirror of the same kernel, until it is stopped.
   */
  public static ReplayReporter mounts(EbpfOptions options) {
    return new ReplayReporter(new MountTrace(options, () -> load(options)));
  }

  static KernelProgram load(EbpfOptions options) {
    return KernelProgram.load(options.ringBytes(), options.hasLookups());
  }

  /**
   * Builds a reporter of a command or of a process. Opens the events at once, so that it fails
   * before the command starts if no events are available. Must be closed if the reporter is not
   * run. One thread.
   */
  public static final class Builder implements AutoCloseable {
    private EbpfOptions options = EbpfOptions.DEFAULT.forwardingSignals(true);
    private List<String> words = List.of();
    private @Nullable Long pid;
    private Path socket = SharedEvents.DEFAULT_SOCKET;

    /** Null before {@link #open}. */
    private @Nullable EventSource events;

    /** Returns the file of the BPF programs, which it builds if necessary and does not load. */
    public static Path programs() {
      return ObjectBuilder.standard().build();
    }

    /** Reports a command; the first word is looked up in PATH unless it has a slash. */
    public Builder command(List<String> command) {
      words = command;
      return this;
    }

    /** Reports a running process; if the number is null, the command. */
    public Builder pid(@Nullable Long number) {
      pid = number;
      return this;
    }

    /** Adds variables to the environment of the command. */
    public Builder environment(Map<String, String> variables) {
      options = options.withEnvironment(variables);
      return this;
    }

    /** Limits the processors of the command, in the syntax of {@code trace --cpus}. */
    public Builder cpus(String count) {
      options = options.withCpus(CpuPlacement.count(count));
      return this;
    }

    /** Waits for all processes that the command leaves behind. */
    public Builder waitForAll(boolean isWaiting) {
      options = options.waitingForAll(isWaiting);
      return this;
    }

    /** Counts repeated reads and writes in Linux, instead of recording each. */
    public Builder fold(boolean isFolding) {
      options = options.folding(isFolding);
      return this;
    }

    /** Records the environment variables of programs whose names match one of these patterns. */
    public Builder recordVariables(List<String> globs) {
      options = options.recordingVariables(WantedVariables.of(globs));
      return this;
    }

    /** Attaches digests to files at the end; by default none. */
    public Builder digests(WantedDigests wanted) {
      options = options.withDigests(wanted);
      return this;
    }

    /** Records directory listings and absent files as inputs. */
    public Builder recordLookups(boolean wanted) {
      options = options.recordingLookups(wanted);
      return this;
    }

    /** Sets the socket file of the service that traces for others; null keeps the default. */
    public Builder socket(@Nullable String file) {
      socket = file == null ? socket : Path.of(file);
      return this;
    }

    /**
     * Opens the events and returns the reporter. Loads the BPF programs. If this process has no
     * right to load them, requests the events of a command from a service.
     */
    public ReplayReporter open() {
      ReplayReporter reporter =
          pid == null
              ? EbpfReporter.command(words, options, this::events)
              : process(pid, options, this::events);
      events = pid == null ? loadOrAsk() : load(options);
      return reporter;
    }

    /** Returns the stored name of the tool that records the calls. */
    public String tool() {
      return events().tool();
    }

    private EventSource events() {
      return Objects.requireNonNull(events, "no events were opened");
    }

    @Override
    public void close() {
      if (events != null) {
        events.close();
      }
    }

    private EventSource loadOrAsk() {
      try {
        return load(options);
      } catch (ColophonException own) {
        if (!Files.exists(socket)) {
          throw own;
        }
        try {
          return SharedEvents.connect(socket, options.hasLookups());
        } catch (ColophonException e) {
          throw new ColophonException(own.code(), own.getMessage() + "; " + e.getMessage(), e);
        }
      }
    }
  }
}

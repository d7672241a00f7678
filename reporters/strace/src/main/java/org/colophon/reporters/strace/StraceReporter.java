// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.replay.LineSource;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.replay.command.CpuPlacement;
import org.colophon.reporters.replay.content.WantedVariables;
import org.jspecify.annotations.Nullable;

/**
 * Builds reporters of the output of strace for a command or a running process, or of saved output.
 * With {@link Builder#forwardSignals} the caller survives SIGINT and SIGQUIT, and forwards SIGTERM
 * and SIGHUP to the command, until {@link ReplayReporter#run} returns.
 */
public final class StraceReporter {
  private StraceReporter() {}

  /** Options of a trace. Exactly one of command, pid, from and follow is required. */
  public static final class Builder {
    private final TracerOptions options = new TracerOptions();
    private @Nullable List<String> command;
    private long pid;
    private @Nullable String from;
    private @Nullable Path followed;
    private long client;
    private Path directory = Path.of("");

    /** Runs a command; the first word is looked up in PATH unless it has a slash. */
    public Builder command(List<String> words) {
      command = List.copyOf(words);
      return this;
    }

    /** Attaches to a process. */
    public Builder pid(long process) {
      pid = process;
      return this;
    }

    /** Reads saved output from a file, or from standard input if {@code -}. */
    public Builder from(String file) {
      from = file;
      return this;
    }

    /**
     * Follows the output of an strace that another process of this host runs, until {@link
     * ReplayReporter#stop}.
     *
     * @param process id of the other process
     */
    public Builder follow(Path file, long process) {
      followed = file;
      client = process;
      return this;
    }

    /**
     * Sets the working directory of the first process in saved output; default: the current one.
     */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /** Sets the strace program; default: found in PATH. */
    public Builder strace(String program) {
      options.strace = program;
      return this;
    }

    /**
     * Sets the processors of strace and the traced processes: {@code all}, which is the default,
     * {@code one}, or a number. Throws BAD_REQUEST for other words.
     */
    public Builder cpus(String count) {
      options.cpus = CpuPlacement.count(count);
      return this;
    }

    /**
     * If this process is root, lets set-user-id programs of other users run with their privileges.
     * Tracing is then slower.
     */
    public Builder keepPrivileges(boolean keep) {
      options.keepsPrivileges = keep;
      return this;
    }

    /** Waits for processes that the command leaves behind; otherwise each becomes a gap. */
    public Builder waitForAll(boolean all) {
      options.waitsForAll = all;
      return this;
    }

    /** Adds variables to the environment of the command. */
    public Builder environment(Map<String, String> variables) {
      options.environment = Map.copyOf(variables);
      return this;
    }

    /** Records the start time of each call instead of the time at which its line arrives. */
    public Builder times(boolean exact) {
      options.hasTimes = exact;
      return this;
    }

    /** Makes strace name every descriptor. Tracing is then slower. */
    public Builder decorate(boolean everyDescriptor) {
      options.isDecorated = everyDescriptor;
      return this;
    }

    /**
     * Makes strace show the bytes read, so that more clients of databases are recognized. Tracing
     * is then slower.
     */
    public Builder showReads(boolean all) {
      options.showsReads = all;
      return this;
    }

    /** Records the environment variables of programs whose names match one of these patterns. */
    public Builder recordVariables(List<String> globs) {
      options.variables = WantedVariables.of(globs);
      return this;
    }

    /** Attaches digests to files at the end; by default none. */
    public Builder digests(WantedDigests wanted) {
      options.digests = wanted;
      return this;
    }

    /** Records directory listings and absent files as inputs. */
    public Builder recordLookups(boolean wanted) {
      options.hasLookups = wanted;
      return this;
    }

    /** Records which process wrote which bytes of each file. */
    public Builder recordRanges(boolean wanted) {
      options.hasRanges = wanted;
      return this;
    }

    /** Forwards signals to the command, which decides their effect. */
    public Builder forwardSignals(boolean forward) {
      options.forwardsSignals = forward;
      return this;
    }

    /** Creates the reporter. Throws BAD_REQUEST unless there is exactly one source. */
    public ReplayReporter build() {
      int given = (command == null ? 0 : 1) + (pid == 0 ? 0 : 1) + (from == null ? 0 : 1);
      given += followed == null ? 0 : 1;
      if (given != 1 || (command != null && command.isEmpty())) {
        throw ErrorCode.BAD_REQUEST.exception(
            "strace requires one of: a command, pid=N, from=FILE, follow=FILE");
      }
      if (followed != null) {
        return new ReplayReporter(new FollowedTrace(followed, client, options));
      }
      return new ReplayReporter(from == null ? tracer() : new SavedTrace(from, directory, options));
    }

    private LineSource tracer() {
      return command == null ? Tracer.attach(options, pid) : Tracer.command(options, command);
    }
  }
}

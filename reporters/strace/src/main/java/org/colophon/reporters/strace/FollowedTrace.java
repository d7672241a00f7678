// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.LineSource;
import org.colophon.reporters.replay.LiveHostProbe;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;

/**
 * Output file of an strace that another process runs. It is read until {@link #stop}, or until the
 * other process and its strace have both ended.
 */
final class FollowedTrace implements LineSource {
  private final Path file;
  private final String client;
  private final TracerOptions options;
  private volatile boolean isStopped;

  /**
   * Creates a source for an existing empty file.
   *
   * @param client the process that runs strace; the command inherits its descriptors, working
   *     directory and user
   * @param options of which the variables, digests and lookups count
   */
  FollowedTrace(Path file, long client, TracerOptions options) {
    this.file = file;
    this.client = Long.toString(client);
    this.options = options;
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public WantedVariables variables() {
    return options.variables;
  }

  /**
   * Returns the wanted digests. The command of another user has none, because it could ask for the
   * digest of a file that it cannot read.
   */
  @Override
  public WantedDigests digests() {
    String own = ProcFiles.status("self", "Uid");
    return own.equals(ProcFiles.status(client, "Uid")) ? options.digests : WantedDigests.NONE;
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
    return ProcFiles.link(client, "cwd");
  }

  @Override
  public boolean isCommand() {
    return true;
  }

  @Override
  public HostProbe probe(ReporterCoordination neighbours) {
    return new LiveHostProbe(client, true, neighbours, true);
  }

  @Override
  @SuppressWarnings("try") // the limiter needs no calls
  public void feed(
      Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    check();
    try (TraceFile trace = TraceFile.of(file);
        TraceFollower log = new TraceFollower(replay, trace, files, flush, neighbours, false);
        BacklogLimiter backlog =
            BacklogLimiter.watch(trace, new Found(Bytes.of(file.toString())))) {
      TraceFollower.poll(this::hasEnded, log::take, log::publish);
      log.end();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the output of strace: " + e.getMessage(), e);
    }
  }

  /** Rejects a file that this source must not delete. */
  private void check() {
    if (!Files.isReadable(file)) {
      throw ErrorCode.NOT_FOUND.exception("the output file " + file + " is not readable");
    }
    if (file.toFile().length() > 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          file + " is not empty; read saved strace output with from=FILE");
    }
  }

  private boolean hasEnded() {
    return isStopped
        || (!ProcFiles.exists(client) && ProcFiles.withArgument(Bytes.of(file.toString())) == 0);
  }

  /** Finds the strace process that writes a file. Caches its pid. */
  private static final class Found implements LongSupplier {
    private final Bytes path;
    private long pid;

    Found(Bytes path) {
      this.path = path;
    }

    @Override
    public long getAsLong() {
      if (pid == 0) {
        pid = ProcFiles.withArgument(path);
      }
      return pid;
    }
  }

  @Override
  public void stop() {
    isStopped = true;
  }

  @Override
  public int exitStatus() {
    return 0;
  }
}

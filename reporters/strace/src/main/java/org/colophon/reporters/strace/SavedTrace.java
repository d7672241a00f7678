// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.replay.LineSource;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.line.LineKind;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.colophon.reporters.replay.state.HostProbe;
import org.jspecify.annotations.Nullable;

/** Saved strace output, from a file or standard input. */
final class SavedTrace implements LineSource {
  /** The number of leading bytes that are searched for a line of strace. */
  private static final int HEAD_BYTES = 1 << 16;

  /** Lines that strace prints besides calls. */
  private static final Pattern NOISE =
      Pattern.compile(
          "^strace: |--- (SIG|stopped by )|\\) += |<(unfinished|detached) \\.\\.\\.>$| resumed>");

  private final String from;
  private final Bytes directory;
  private final TracerOptions options;
  private volatile boolean isStopped;

  SavedTrace(String from, Path directory, TracerOptions options) {
    this.from = from;
    this.options = options;
    this.directory = PathBytes.of(directory.toAbsolutePath().normalize());
  }

  @Override
  public String place() {
    return from.equals("-") ? "stdin" : from;
  }

  @Override
  public WantedVariables variables() {
    return options.variables;
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
    return directory;
  }

  @Override
  public boolean isCommand() {
    return false;
  }

  @Override
  public boolean isLive() {
    return false;
  }

  @Override
  public HostProbe probe(ReporterCoordination neighbours) {
    return HostProbe.NONE;
  }

  @Override
  public void feed(
      Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    // The caller closes standard input.
    if (from.equals("-")) {
      feed(replay, System.in);
      return;
    }
    Path file = Path.of(from);
    try (InputStream input =
        new BufferedInputStream(Channels.newInputStream(files.open(file)), HEAD_BYTES)) {
      if (Files.isRegularFile(file)) { // the first bytes of a pipe may not have been written yet
        rejectForeign(input);
      }
      feed(replay, input);
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception("there is no strace output at " + from, e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Rejects a file that is not strace output. Otherwise each line of the file would become a gap.
   */
  private void rejectForeign(InputStream input) throws IOException {
    input.mark(HEAD_BYTES);
    byte[] head = input.readNBytes(HEAD_BYTES);
    input.reset();
    StraceLineParser parser = new StraceLineParser();
    String problem = null;
    int from = 0;
    for (int to = 0; to < head.length; to++) {
      if (head[to] == '\n') {
        String wrong = problem(parser.parse(head, from, to), head, from, to);
        if (wrong == null) {
          return;
        }
        problem = problem == null && !wrong.isEmpty() ? wrong : problem;
        from = to + 1;
      }
    }
    if (problem != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s is not strace output: its first line %s, and no other checked line is valid"
                  .formatted(place(), problem)
              + "; if another reporter can read it, give that one's name");
    }
  }

  /**
   * Returns the reason why a line is not strace output; null if it is, empty if the line is blank.
   */
  private static @Nullable String problem(StraceLine line, byte[] bytes, int from, int to) {
    if (line.kind() != LineKind.NOISE) {
      return line.problem();
    }
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    if (text.isBlank()) {
      return "";
    }
    return NOISE.matcher(text).find() ? null : "is not a system call";
  }

  private void feed(Replay replay, InputStream input) {
    LineCutter lines = new LineCutter(replay, Replay.MAX_LINE_BYTES);
    try {
      int count = 0;
      while (count >= 0 && !isStopped) {
        count =
            lines.readFrom(
                target ->
                    input.read(
                        target.array(),
                        target.arrayOffset() + target.position(),
                        target.remaining()));
      }
    } catch (IOException e) {
      throw failed(e);
    }
    lines.endWithError(Replay.TORN);
  }

  private ColophonException failed(IOException e) {
    return ErrorCode.IO_FAILED.exception("cannot read strace output from " + place() + ": " + e, e);
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

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.command.CommandPath;

/**
 * The file that strace writes, in memory if possible and readable by its owner only. Since strace
 * writes at its own offset, the space of bytes that were read is freed by punching holes instead of
 * truncation.
 */
final class TraceFile implements AutoCloseable {
  private static final Logger LOG = System.getLogger(TraceFile.class.getName());
  private static final String PREFIX = "colophon-";
  private static final String SUFFIX = ".strace";

  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-[0-9]+" + SUFFIX);

  private final Path path;
  private final AtomicLong consumed = new AtomicLong();
  private final boolean canPunch;
  private final SpaceLimits limits;
  private long punched;

  private TraceFile(Path path) {
    this.path = path;
    this.limits = limitsAt(path);
    this.canPunch = CommandPath.exists("fallocate");
  }

  static TraceFile create() throws IOException {
    Path memory = Path.of("/dev/shm");
    boolean isThere = Files.isDirectory(memory) && Files.isWritable(memory);
    Path directory =
        isThere && limitsAt(memory).isEnough()
            ? memory
            : Path.of(System.getProperty("java.io.tmpdir"));
    removeLeftovers(directory);
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    Path path = Files.createTempFile(directory, prefix, SUFFIX);
    path.toFile().deleteOnExit();
    return new TraceFile(path);
  }

  /** Deletes files of killed recorders whose strace has also ended. */
  static void removeLeftovers(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        boolean isLeft = name.matches() && !ProcFiles.exists(name.group(1));
        if (isLeft && Files.isWritable(file) && ProcFiles.withArgument(PathBytes.of(file)) == 0) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, "leftovers in " + directory + " stay", e);
    }
  }

  static TraceFile of(Path path) {
    return new TraceFile(path);
  }

  /** Returns the limits for a path. Does not use Files.getFileStore, which fails in a chroot. */
  private static SpaceLimits limitsAt(Path path) {
    return new SpaceLimits(path.toFile().getUsableSpace());
  }

  SpaceLimits limits() {
    return limits;
  }

  Path path() {
    return path;
  }

  /** Adds to the number of read bytes. For the reader's thread only. */
  void consumed(int bytes) throws IOException {
    long now = consumed.addAndGet(bytes);
    if (canPunch && now - punched >= limits.punchBytes()) {
      punch(now);
    }
  }

  /** Returns the number of bytes that are not read yet. */
  long backlog() throws IOException {
    return Files.size(path) - consumed.get();
  }

  private void punch(long to) throws IOException {
    new ProcessBuilder(
            "fallocate", "-p", "-o", "" + punched, "-l", "" + (to - punched), path.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    punched = to;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }

  /**
   * Limits of the size of strace's output file, derived from the free space.
   *
   * @param bytes the free space; 0 if unknown
   */
  record SpaceLimits(long bytes) {
    private static final long MAX_BEHIND_BYTES = 256L << 20;
    private static final long MAX_PUNCH_BYTES = 32L << 20;
    private static final long MIN_BYTES = 16L << 20;

    /** Minimum limit. With a smaller limit, strace would be stopped after every few lines. */
    private static final long MIN_STEP_BYTES = 1L << 20;

    boolean isEnough() {
      return bytes >= MIN_BYTES;
    }

    /** Returns the backlog at which strace is stopped. */
    long maxBacklogBytes() {
      return share(4, MAX_BEHIND_BYTES);
    }

    /** Returns the backlog at which strace resumes. */
    long resumeBytes() {
      return maxBacklogBytes() / 4;
    }

    /** Returns the number of read bytes whose space is freed at once. */
    long punchBytes() {
      return share(8, MAX_PUNCH_BYTES);
    }

    private long share(int part, long max) {
      return bytes == 0 ? max : Math.max(MIN_STEP_BYTES, Math.min(max, bytes / part));
    }
  }
}

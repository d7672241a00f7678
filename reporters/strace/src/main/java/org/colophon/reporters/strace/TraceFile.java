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
import org.colophon.core.model.PathBytes;

/**
 * The file that strace writes, in memory if possible and readable by its owner only. strace appends
 * at its own offset, so read parts are freed by punching holes, not by truncation.
 */
final class TraceFile implements AutoCloseable {
  private static final Logger LOG = System.getLogger(TraceFile.class.getName());
  private static final String PREFIX = "colophon-";
  private static final String SUFFIX = ".strace";

  /** File name with the pid of the recorder. */
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-[0-9]+" + SUFFIX);

  private final Path path;
  private final AtomicLong consumed = new AtomicLong();
  private final boolean canPunch;
  private final Room room;
  private long punched;

  private TraceFile(Path path) {
    this.path = path;
    this.room = roomAt(path);
    this.canPunch = Programs.exists("fallocate");
  }

  static TraceFile create() throws IOException {
    Path memory = Path.of("/dev/shm");
    boolean isThere = Files.isDirectory(memory) && Files.isWritable(memory);
    Path folder =
        isThere && roomAt(memory).isEnough()
            ? memory
            : Path.of(System.getProperty("java.io.tmpdir"));
    removeLeftovers(folder);
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    Path path = Files.createTempFile(folder, prefix, SUFFIX);
    path.toFile().deleteOnExit();
    return new TraceFile(path);
  }

  /** Deletes files of killed recorders whose strace has ended too. */
  static void removeLeftovers(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        boolean isLeft = name.matches() && !Files.exists(Path.of("/proc", name.group(1)));
        if (isLeft && Files.isWritable(file) && Proc.withArgument(PathBytes.of(file)) == 0) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, "leftovers in " + folder + " stay", e);
    }
  }

  static TraceFile of(Path path) {
    return new TraceFile(path);
  }

  /** // Not Files.getFileStore, which fails in a chroot. */
  private static Room roomAt(Path path) {
    return new Room(path.toFile().getUsableSpace());
  }

  Room room() {
    return room;
  }

  Path path() {
    return path;
  }

  /** Adds to the number of bytes read. Reader's thread only. */
  void consumed(int bytes) throws IOException {
    long now = consumed.addAndGet(bytes);
    if (canPunch && now - punched >= room.punch()) {
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
}

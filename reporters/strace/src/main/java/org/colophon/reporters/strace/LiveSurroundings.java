package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.PathBytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.Neighbours;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.strace.replay.Surroundings;

/** Looks at the running host, shortly after the traced event. */
final class LiveSurroundings implements Surroundings {
  private static final int SHEBANG_BYTES = 256;
  private static final int FILE_TYPE = 0170000;
  private static final int FIFO = 0010000;

  private final String starter;
  private final boolean isCommand;
  private final Neighbours neighbours;

  /**
   * Creates a probe of this host.
   *
   * @param starter the process that starts strace, as /proc names it
   * @param isCommand whether strace starts the traced process
   */
  LiveSurroundings(String starter, boolean isCommand, Neighbours neighbours) {
    this.starter = starter;
    this.isCommand = isCommand;
    this.neighbours = neighbours;
  }

  static long wallClockNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public Bytes linkTarget(Bytes path) {
    Path file = path(path);
    if (file == null || !Files.isSymbolicLink(file)) {
      return null;
    }
    try {
      return PathBytes.of(Files.readSymbolicLink(file));
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public Bytes interpreter(Bytes path) {
    Path file = path(path);
    if (file == null || !Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream input = Files.newInputStream(file)) {
      return interpreter(input.readNBytes(SHEBANG_BYTES));
    } catch (IOException e) {
      // Executable but not readable, or deleted in between.
      return null;
    }
  }

  static Bytes interpreter(byte[] head) {
    if (head.length < 3 || head[0] != '#' || head[1] != '!') {
      return Bytes.EMPTY;
    }
    int from = 2;
    while (from < head.length && (head[from] == ' ' || head[from] == '\t')) {
      from++;
    }
    int to = from;
    while (to < head.length && head[to] != ' ' && head[to] != '\t' && head[to] != '\n') {
      to++;
    }
    return Bytes.copyOf(head, from, to);
  }

  @Override
  public boolean isFolder(Bytes path) {
    Path file = path(path);
    return file != null && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public boolean isFifo(Bytes path) {
    Path file = path(path);
    if (file == null) {
      return false;
    }
    try {
      Object mode = Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      return ((Integer) mode & FILE_TYPE) == FIFO;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns null for names that are not paths. Bypasses mirrors, which may wait for this thread.
   */
  private Path path(Bytes path) {
    if (path.isEmpty() || path.at(0) != '/') {
      return null;
    }
    FileMirror mirror = neighbours.mirrorOf(path);
    Bytes real = mirror == null ? path : mirror.behind(path);
    try {
      return PathBytes.path(real);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  @Override
  public boolean isMirrored(Bytes path) {
    FileMirror mirror = neighbours.mirrorOf(path);
    if (mirror == null || !mirror.reports(path)) {
      return false;
    }
    Path file = path(path);
    return file == null || !Files.exists(file) || Files.isRegularFile(file);
  }

  @Override
  public Origin origin(int task) {
    String group = Proc.status("" + task, "Tgid");
    String parent = Proc.status("" + task, "PPid");
    return group.isEmpty() || parent.isEmpty()
        ? null
        : new Origin(Integer.parseInt(group), Integer.parseInt(parent));
  }

  @Override
  public int copiedFrom(int task) {
    return CopyCall.source(Proc.line(Integer.toString(task), "syscall"));
  }

  @Override
  public long known(int pid, OperationSink sink) {
    return neighbours.processOf(pid, sink);
  }

  @Override
  public boolean exists(Bytes path) {
    Path file = path(path);
    return file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public Map<Integer, Link> inherited() {
    Map<Integer, Link> found = new HashMap<>();
    if (isCommand) {
      for (int fd = 0; fd <= 2; fd++) {
        found.put(fd, Proc.descriptor(starter, fd));
      }
    }
    return found;
  }

  @Override
  public Stranger stranger(int pid) {
    String process = Integer.toString(pid);
    String group = Proc.status(process, "Tgid");
    if (group.isEmpty()) {
      return null;
    }
    return new Stranger(
        Integer.parseInt(group),
        Proc.link(process, "exe"),
        Proc.arguments(process),
        Proc.link(process, "cwd"),
        Proc.descriptors(process));
  }

  @Override
  public long user() {
    String[] ids = Proc.status(starter, "Uid").split("\\s+", -1);
    return isCommand && ids.length > 1 ? Long.parseLong(ids[1]) : -1;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.os.StatusReader;
import org.colophon.reporters.common.proc.MountTable;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.command.InheritedState;
import org.colophon.reporters.replay.command.Privileges;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Probe of the running host. It reads the state of the host shortly after a traced event. */
public final class LiveHostProbe implements HostProbe {
  private static final int SHEBANG_BYTES = 256;
  private static final int MAX_PROGRAMS = 1 << 12;
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final String SENDFILE = IS_ARM ? "71" : "40";
  private static final String SPLICE = IS_ARM ? "76" : "275";
  private static final String COPY_FILE_RANGE = IS_ARM ? "285" : "326";

  /** State of a program's file, and the interpreter that the file names; empty for none. */
  private record Program(FileState state, Bytes interpreter) {}

  private final Map<Bytes, Program> programs = BoundedMap.byUse(MAX_PROGRAMS);
  private final StatusReader statuses = new StatusReader();
  private final String starter;
  private final boolean isCommand;
  private final ReporterCoordination neighbours;
  private final boolean deniesPrivileges;

  /**
   * Creates a probe of this host.
   *
   * @param starter id of the process that starts strace
   * @param isCommand true if strace starts the traced process
   * @param deniesPrivileges true if set-user-id programs may run without their privilege
   */
  public LiveHostProbe(
      String starter,
      boolean isCommand,
      ReporterCoordination neighbours,
      boolean deniesPrivileges) {
    this.deniesPrivileges = deniesPrivileges;
    this.starter = starter;
    this.isCommand = isCommand;
    this.neighbours = neighbours;
  }

  /** Returns the nanoseconds since 1970. */
  public static long wallClockNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public @Nullable Bytes linkTarget(Bytes path) {
    Path file = file(path);
    if (file == null || !Files.isSymbolicLink(file)) {
      return null;
    }
    try {
      return PathBytes.of(Files.readSymbolicLink(file));
    } catch (IOException e) {
      return null;
    }
  }

  /** Returns the interpreter of a script. Reads the file again only if it has changed. */
  @Override
  public @Nullable Bytes interpreter(Bytes path) {
    Status status = status(path);
    FileState state = status == null ? null : status.state();
    Program known = programs.get(path);
    if (known != null && known.state().equals(state)) {
      return known.interpreter();
    }
    Bytes found = readInterpreter(path);
    if (state != null && found != null) {
      programs.put(path, new Program(state, found));
    }
    return found;
  }

  private @Nullable Bytes readInterpreter(Bytes path) {
    Path file = file(path);
    if (file == null || !Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream input = Files.newInputStream(file)) {
      return interpreter(input.readNBytes(SHEBANG_BYTES));
    } catch (IOException e) {
      // The file is executable but not readable, or was deleted meanwhile.
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
  public boolean isDirectory(Bytes path) {
    Path file = file(path);
    return file != null && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public @Nullable Status status(Bytes path) {
    Path file = file(path);
    StatusReader.Status found = file == null ? null : statuses.read(PathBytes.of(file));
    return found == null
        ? null // deleted, or not accessible
        : new Status(
            found.isFifo(),
            found.isRegular() ? found.state() : null,
            found.identity(),
            found.links());
  }

  @Override
  public @Nullable Bytes pathOf(String device, Bytes inFileSystem) {
    return MountTable.read().pathOf(device, inFileSystem);
  }

  /**
   * Returns a path that bypasses mirrors, because a mirror may wait for this thread. Returns null
   * for a name that is not a path.
   */
  @Override
  public @Nullable Path file(Bytes path) {
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
    Path file = file(path);
    return file == null || !Files.exists(file) || Files.isRegularFile(file);
  }

  @Override
  public @Nullable Origin origin(int task) {
    String group = ProcFiles.status("" + task, "Tgid");
    String parent = ProcFiles.status("" + task, "PPid");
    return group.isEmpty() || parent.isEmpty()
        ? null
        : new Origin(Integer.parseInt(group), Integer.parseInt(parent));
  }

  @Override
  public int copiedFrom(int task) {
    return copySource(ProcFiles.line(Integer.toString(task), "syscall"));
  }

  @Override
  public long known(int pid, OperationSink sink) {
    return neighbours.processOf(pid, sink);
  }

  @Override
  public boolean exists(Bytes path) {
    Path file = file(path);
    return file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public Map<Integer, Link> inherited() {
    Map<Integer, Link> found = new HashMap<>();
    if (isCommand) {
      for (int fd = 0; fd <= 2; fd++) {
        found.put(fd, descriptor(starter, fd));
      }
      for (int fd : InheritedState.ofProcess(starter).descriptors()) {
        found.put(fd, descriptor(starter, fd));
      }
    }
    return found;
  }

  @Override
  public boolean losesPrivilege(Bytes program, int pid, long user) {
    Path file = deniesPrivileges && user >= 0 ? file(program) : null;
    return file != null && Privileges.isLost(file, pid, user);
  }

  @Override
  public @Nullable RunningProcess runningProcess(int pid) {
    String process = Integer.toString(pid);
    String group = ProcFiles.status(process, "Tgid");
    if (group.isEmpty()) {
      return null;
    }
    return new RunningProcess(
        Integer.parseInt(group),
        ProcFiles.link(process, "exe"),
        ProcFiles.arguments(process),
        ProcFiles.link(process, "cwd"),
        descriptors(process));
  }

  @Override
  public long user() {
    String[] ids = ProcFiles.status(starter, "Uid").split("\\s+", -1);
    return isCommand && ids.length > 1 ? Long.parseLong(ids[1]) : -1;
  }

  @Override
  public @Nullable SocketAddress ownAddress(int pid, int fd, String scheme) {
    return SocketTable.ownAddress(Integer.toString(pid), fd, scheme);
  }

  @Override
  public @Nullable String sourceTowards(int pid, SocketAddress peer) {
    return SocketTable.sourceTowards(Integer.toString(pid), peer);
  }

  public static Map<Integer, Link> descriptors(String process) {
    Map<Integer, Link> found = new HashMap<>();
    for (int fd : ProcFiles.descriptors(process)) {
      found.put(fd, descriptor(process, fd));
    }
    return found;
  }

  /**
   * Returns the target of a descriptor. The name of an existing file may also end in {@code
   * (deleted)}.
   */
  static Link descriptor(String process, int fd) {
    String name = "fd/" + fd;
    Bytes text = ProcFiles.link(process, name);
    if (text.isEmpty() || text.at(0) != '/' || !text.toString().endsWith(" (deleted)")) {
      return new Link(text, null);
    }
    String key = key(Path.of("/proc", process, name));
    boolean isThere = !key.isEmpty() && key.equals(key(PathBytes.path(text)));
    return new Link(text, isThere ? null : key);
  }

  /** Returns the identity of a file; empty if unknown. */
  private static String key(Path path) {
    try {
      return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Returns the descriptor from which a call copies, or -1 for another call.
   *
   * @param line the number and arguments of the call, such as {@code 40 0x1 0x3 ...}
   */
  static int copySource(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 3) {
      return -1; // the thread is running, or is not visible
    }
    if (words[0].equals(SENDFILE)) {
      return parseDescriptor(words[2]);
    }
    boolean isFromFirst = words[0].equals(SPLICE) || words[0].equals(COPY_FILE_RANGE);
    return isFromFirst ? parseDescriptor(words[1]) : -1;
  }

  private static int parseDescriptor(String hexadecimal) {
    return (int) Long.parseUnsignedLong(hexadecimal.substring(2), 16);
  }
}

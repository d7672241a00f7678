// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.state.Directories;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names to absolute paths without dots and symbolic links. Links that traced processes
 * create are known. Other links are looked up once with the {@link HostProbe}.
 */
final class PathResolver {
  /** Maximum number of followed links, as in Linux. */
  private static final int MAX_LINKS = 40;

  private static final int MAX_REMEMBERED = 1 << 16;

  /** Prefix of names for unknown directories. The following component identifies the directory. */
  static final String UNKNOWN_DIRECTORY = "descriptor://";

  private static final Bytes NO_LINK = Bytes.EMPTY;
  private static final Bytes DOT = Bytes.of(".");
  private static final Bytes DOTS = Bytes.of("..");
  private static final Bytes PROC = Bytes.of("/proc/");
  private static final Bytes SELF = Bytes.of("/proc/self");
  private static final Bytes THREAD_SELF = Bytes.of("/proc/thread-self");
  private static final Bytes DEV_FD = Bytes.of("/dev/fd");
  private static final String[] STANDARD = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};

  private final HostProbe probe;
  private final TaskTable tasks;

  /**
   * True if a component of the current path depends on the process, so that the result is not
   * cached.
   */
  private boolean isPersonal;

  private final Map<Bytes, Bytes> links = new HashMap<>();
  private final Map<Bytes, Bytes> made = new HashMap<>();
  private final Map<Bytes, Bytes> followed = new HashMap<>();
  private final Map<Bytes, Bytes> unfollowed = new HashMap<>();

  PathResolver(HostProbe probe, TaskTable tasks) {
    this.probe = probe;
    this.tasks = tasks;
  }

  /**
   * Returns the path of a name.
   *
   * @param base the directory of relative names
   * @param follows whether a final link is followed
   */
  Bytes resolve(Task task, Bytes base, Bytes name, boolean follows) {
    Bytes root = task.directories.root;
    boolean isAbsolute = !name.isEmpty() && name.at(0) == '/';
    Bytes start = isAbsolute ? root : base;
    if (isPrivate(name)) {
      return walk(task, start, name, follows);
    }
    Bytes full = isAbsolute ? name : join(start, name);
    Map<Bytes, Bytes> cache = follows ? followed : unfollowed;
    Bytes known = root.length() == 1 && task.mounts.isEmpty() ? cache.get(full) : null;
    if (known == null) {
      known = walk(task, start, name, follows);
      if (cache.size() >= MAX_REMEMBERED) {
        cache.clear();
      }
      if (!isPersonal && !known.startsWith(PROC)) {
        cache.put(full, known);
      }
    }
    return known;
  }

  /** Returns the path of a mount point itself, not of the mounted directory. */
  Bytes mountPoint(Task task, Bytes base, Bytes name) {
    int slash = name.lastIndexOf('/');
    Bytes directory = slash < 0 ? DOT : name.slice(0, slash + 1);
    return join(resolve(task, base, directory, true), name.slice(slash + 1, name.length()));
  }

  void linked(Bytes path, Bytes target) {
    clear();
    made.put(path, target);
  }

  /** Called when the path has a new target, or was removed. */
  void changed(Bytes path) {
    if (made.remove(path) != null || !links.getOrDefault(path, NO_LINK).isEmpty()) {
      clear();
    }
    links.put(path, NO_LINK);
  }

  /** Called when a name has moved. The name may belong to a directory that contains links. */
  void moved(Bytes from, Bytes to) {
    Map<Bytes, Bytes> below = new HashMap<>();
    made.keySet().removeIf(path -> path.isAtOrBelow(to));
    made.entrySet()
        .removeIf(
            entry -> {
              boolean moves = entry.getKey().isAtOrBelow(from);
              if (moves) {
                below.put(Directories.rebase(entry.getKey(), from, to), entry.getValue());
              }
              return moves;
            });
    made.putAll(below);
    clear();
  }

  private void clear() {
    links.clear();
    followed.clear();
    unfollowed.clear();
  }

  private static boolean isPrivate(Bytes name) {
    return name.startsWith(PROC) || name.startsWith(DEV_FD);
  }

  static Bytes join(Bytes directory, Bytes name) {
    if (directory.length() > 0 && directory.at(directory.length() - 1) == '/') {
      return directory.concat(name);
    }
    byte[] joined = new byte[directory.length() + 1 + name.length()];
    directory.copyTo(joined, 0);
    joined[directory.length()] = '/';
    name.copyTo(joined, directory.length() + 1);
    return Bytes.wrap(joined);
  }

  private Bytes walk(Task task, Bytes start, Bytes name, boolean follows) {
    Deque<Bytes> rest = new ArrayDeque<>();
    Bytes root = task.directories.root;
    Bytes at = start;
    push(rest, name);
    int left = MAX_LINKS;
    isPersonal = !task.mounts.isEmpty();
    while (!rest.isEmpty()) {
      Bytes part = rest.pop();
      if (part.equals(DOTS)) {
        at = at.equals(root) ? root : parent(at);
        continue;
      }
      Bytes next = join(at, part);
      Bytes source = task.mounts.source(next);
      if (source != null) {
        at = source;
        continue;
      }
      boolean isFollowed = follows || !rest.isEmpty();
      Bytes there = isFollowed && next.startsWith(PROC) ? ofProcess(next, !rest.isEmpty()) : null;
      if (there != null) {
        at = there;
        isPersonal = true;
        continue;
      }
      Bytes target = isFollowed ? target(task, next) : NO_LINK;
      if (target.isEmpty() || left-- == 0) {
        at = next;
      } else {
        at = target.at(0) == '/' ? root : at;
        push(rest, target);
      }
    }
    return at;
  }

  private static void push(Deque<Bytes> rest, Bytes name) {
    int end = name.length();
    while (end > 0) {
      int slash = end - 1;
      while (slash >= 0 && name.at(slash) != '/') {
        slash--;
      }
      Bytes part = name.slice(slash + 1, end);
      if (!part.isEmpty() && !part.equals(DOT)) {
        rest.push(part);
      }
      end = slash;
    }
  }

  static Bytes parent(Bytes path) {
    int slash = path.lastIndexOf('/');
    if (!path.isEmpty() && path.at(0) != '/' && isTop(path, slash)) {
      return join(path, DOTS); // the parent of an unknown directory is unknown
    }
    return slash <= 0 ? Directories.ROOT : path.slice(0, slash);
  }

  private static boolean isTop(Bytes path, int slash) {
    return slash < UNKNOWN_DIRECTORY.length() || path.slice(slash + 1, path.length()).equals(DOTS);
  }

  /**
   * Returns the target of a link in /proc/PID: exe, cwd, root or an open directory. Returns null
   * for another path or an unknown process.
   */
  private @Nullable Bytes ofProcess(Bytes path, boolean isDirectory) {
    String[] parts = path.toString().split("/", -1);
    boolean isLink =
        parts.length == 4 || (parts.length == 5 && parts[3].equals("fd") && isDirectory);
    Task owner = isLink && parts[2].matches("[0-9]{1,7}") ? tasks.numbered(parts[2]) : null;
    if (owner == null) {
      return null;
    }
    return switch (parts[3]) {
      case "exe" -> owner.process.loaded;
      case "cwd" -> owner.directories.working.isEmpty() ? null : owner.directories.working;
      case "root" -> owner.directories.root;
      case "fd" -> isDirectory && parts.length == 5 ? descriptorObject(path) : null;
      default -> null;
    };
  }

  private @Nullable Bytes descriptorObject(Bytes path) {
    OpenFile file = tasks.opened(path);
    return file == null ? null : file.path;
  }

  /** Returns the target of a link; empty if the path is not one. */
  private Bytes target(Task task, Bytes path) {
    Bytes special = special(task, path);
    if (special != null) {
      return special;
    }
    Bytes target = made.get(path);
    if (target == null) {
      target = links.get(path);
    }
    if (target == null) {
      Bytes asked = probe.linkTarget(path);
      target = asked == null ? NO_LINK : asked;
      if (links.size() >= MAX_REMEMBERED) {
        links.clear();
      }
      links.put(path, target);
    }
    return target;
  }

  /**
   * Returns the target of a link that depends on the process; null for a path outside of /proc that
   * does not. Other links in /proc are not followed.
   */
  private static @Nullable Bytes special(Task task, Bytes path) {
    if (path.startsWith(PROC)) {
      boolean isSelf = path.equals(SELF);
      return isSelf || path.equals(THREAD_SELF) ? Bytes.of("/proc/" + task.process.pid) : NO_LINK;
    }
    if (path.length() < 12 && path.startsWith(Bytes.of("/dev/"))) {
      if (path.equals(DEV_FD)) {
        return Bytes.of("/proc/self/fd");
      }
      for (int fd = 0; fd < STANDARD.length; fd++) {
        if (path.equals(Bytes.of(STANDARD[fd]))) {
          return Bytes.of("/proc/self/fd/" + fd);
        }
      }
    }
    return null;
  }
}

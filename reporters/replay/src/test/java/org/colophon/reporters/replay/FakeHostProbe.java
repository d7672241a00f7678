// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A simulated host with a few symbolic links and a script. Files with names in {@code .old} are
 * older than the trace, and those in {@code .written} were written after its begin.
 */
record FakeHostProbe(Map<Bytes, Bytes> links) implements HostProbe {
  /** Pid of a process whose lookup fails. */
  static final int TROUBLE = 899;

  /** Pid of a process that ends, so that its links are gone. */
  static final int ENDING = 898;

  /** Delay of the clock of file systems, nanoseconds. The trace begins at 1. */
  private static final long CLOCK_DELAY = 4_000_000;

  private static final FileIdentity UNKNOWN = new FileIdentity(0, 0, 0);
  private static final FileIdentity BORN_IN_TRACE = new FileIdentity(1, 3, 1 - CLOCK_DELAY);
  private static final long LONG_AGO = -1_000_000_000;

  /** First thread id of process 10. All higher ids also belong to its threads. */
  private static final int THREADS = 900;

  @Override
  public @Nullable Bytes linkTarget(Bytes path) {
    return links.get(path);
  }

  @Override
  public Bytes interpreter(Bytes path) {
    return path.toString().endsWith(".sh") ? Bytes.of("/bin/sh") : Bytes.EMPTY;
  }

  @Override
  public Status status(Bytes path) {
    String name = path.toString();
    if (name.endsWith(".written")) {
      return new Status(false, new FileState(1, 4, 5, 1, 1), new FileIdentity(1, 4, LONG_AGO), 1);
    }
    FileState state = name.endsWith(".old") ? new FileState(1, 2, 5, LONG_AGO, LONG_AGO) : null;
    FileIdentity identity = name.endsWith(".new") ? BORN_IN_TRACE : UNKNOWN;
    return new Status(name.endsWith(".fifo"), state, identity, 1);
  }

  @Override
  public boolean isDirectory(Bytes path) {
    return false;
  }

  @Override
  public Map<Integer, Link> inherited() {
    return Map.of(
        0,
        link("/dev/null", null),
        1,
        link("pipe:[5]", null),
        5,
        link("/w/a (deleted)", "one"),
        6,
        link("/w/a (deleted)", "other"),
        7,
        link("/w/a (deleted)", null),
        8,
        link("/w/a<b>", null),
        9,
        link("/memfd:m (deleted)", "one"));
  }

  private static Link link(String text, @Nullable String deleted) {
    return new Link(Bytes.of(text), deleted);
  }

  @Override
  public @Nullable RunningProcess runningProcess(int pid) {
    if (pid == TROUBLE) {
      throw new IllegalStateException("no answer");
    }
    if (pid == ENDING) {
      return new RunningProcess(pid, Bytes.EMPTY, List.of(), Bytes.EMPTY, Map.of());
    }
    return pid < THREADS
        ? null
        : new RunningProcess(10, Bytes.of("/bin/x"), List.of(), Bytes.of("/w"), Map.of());
  }

  @Override
  public @Nullable Origin origin(int task) {
    return task < THREADS ? null : new Origin(10, 1);
  }

  @Override
  public String sourceTowards(int pid, SocketAddress peer) {
    return "10.0.0.7";
  }

  @Override
  public long user() {
    return 1000;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** A program in execution, with all its threads. */
public final class Tracee {
  private static final String DELETED = " (deleted)";

  public final int pid;

  /** The id of the process in the sink. */
  public final long id;

  /**
   * Time at which the process with this pid was first seen. It is the same for all its programs.
   */
  public final long startNanos;

  /** Number of execve calls so far. */
  public final int image;

  public final Bytes executable;
  public final List<Bytes> arguments;
  public final List<Task> tasks = new ArrayList<>(1);
  public final Mappings mappings = new Mappings();

  /** Target of /proc/PID/exe, which is the interpreter for a script; null if unknown. */
  public @Nullable Bytes loaded;

  /**
   * File whose reads are held back, because it may be a library; null if none. See {@code
   * AccessReporter}.
   */
  public @Nullable OpenFile heldFile;

  public long heldBytes;

  /** The function calls that made the reads that are held back; empty for the program. */
  public long[] heldBy = {};

  /** Function calls that have read data about which the program was not informed. */
  public final Set<Long> readers = new LinkedHashSet<>(2);

  /** Number of reads, except those from database servers. */
  public long readCount;

  /**
   * True if a mirror requested this process before its first line. The process may have just
   * started.
   */
  public boolean isRequested;

  /** True if a gap was recorded for input that was opened before the trace. */
  public boolean hasUnknownInput;

  /** True if a gap was recorded for files that are known by name only. */
  public boolean hasUncertainNames;

  /** True if the process has opened its own log. */
  public boolean hasLog;

  /**
   * True if the process is in another pid namespace, so the ids that it gets for its children
   * differ from strace's ids.
   */
  public boolean isInNamespace;

  /** The effective user; -1 if unknown. */
  public long user = -1;

  /** Status passed to exit_group; -1 if none. */
  public int exitStatus = -1;

  public Tracee(
      int pid, long id, long startNanos, int image, Bytes executable, List<Bytes> arguments) {
    this.pid = pid;
    this.id = id;
    this.startNanos = startNanos;
    this.image = image;
    this.executable = executable;
    this.arguments = arguments;
  }

  /** Called when one of its function calls has read data. */
  public void hasRead(long call) {
    if (call != id) {
      readers.add(call);
    }
  }

  /** Sets the target of /proc/PID/exe, unless the file is deleted. */
  public void loaded(Bytes path) {
    boolean isPath = !path.isEmpty() && path.at(0) == '/';
    loaded = isPath && !path.toString().endsWith(DELETED) ? path : null;
  }
}

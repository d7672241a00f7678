package org.colophon.reporters.strace.replay.state;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** A program in execution, with all its threads. */
public final class Tracee {
  private static final String DELETED = " (deleted)";

  public final int pid;

  /** The sink's id. */
  public final long id;

  /** First sight of the process with this pid; the same for all its programs. */
  public final long startNanos;

  /** Number of execve calls so far. */
  public final int image;

  public final Bytes executable;
  public final List<Bytes> arguments;
  public final List<Task> tasks = new ArrayList<>(1);
  public final Mappings mappings = new Mappings();

  /** Target of /proc/PID/exe, which is the interpreter of a script; null if unknown. */
  public Bytes loaded;

  /** Reads held back as possibly of a library; see {@code AccessReporter}. */
  public OpenFile heldFile;

  public long heldBytes;

  /** Number of reads, except from database servers. */
  public long readCount;

  /** True if a mirror requested this process before its first line: it may have just started. */
  public boolean isRequested;

  /** True if its gap for input opened before the trace was recorded. */
  public boolean hasUnknownInput;

  /** True if the process opened a log of its own. */
  public boolean hasLog;

  /** True if it knows its children by other ids than strace does. */
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

  /** Sets the target of /proc/PID/exe, unless it is deleted. */
  public void loaded(Bytes path) {
    boolean isPath = !path.isEmpty() && path.at(0) == '/';
    loaded = isPath && !path.toString().endsWith(DELETED) ? path : null;
  }
}

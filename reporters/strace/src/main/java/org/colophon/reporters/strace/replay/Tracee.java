package org.colophon.reporters.strace.replay;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** A program in execution, with all its threads. */
final class Tracee {
  private static final String DELETED = " (deleted)";

  final int pid;

  /** The sink's id. */
  final long id;

  /** First sight of the process with this pid; the same for all its programs. */
  final long startNanos;

  /** Number of execve calls so far. */
  final int image;

  final Bytes executable;
  final List<Bytes> arguments;
  final List<Task> tasks = new ArrayList<>(1);
  final Mappings mappings = new Mappings();

  /** Target of /proc/PID/exe, which is the interpreter of a script; null if unknown. */
  Bytes loaded;

  /** Reads held back as possibly of a library; see {@link Report}. */
  OpenFile suspect;

  long suspectBytes;

  /** Number of reads, except from database servers. */
  long news;

  /** A mirror needed it before its first line, so it may have just started. */
  boolean isAsked;

  /** Whether its gap for input opened before the trace was recorded. */
  boolean isFedUnseen;

  /** Whether it knows its children by other ids than strace does. */
  boolean isInNamespace;

  /** Status passed to exit_group; -1 if none. */
  int exitStatus = -1;

  Tracee(int pid, long id, long startNanos, int image, Bytes executable, List<Bytes> arguments) {
    this.pid = pid;
    this.id = id;
    this.startNanos = startNanos;
    this.image = image;
    this.executable = executable;
    this.arguments = arguments;
  }

  /** Sets the target of /proc/PID/exe, unless it is deleted. */
  void loaded(Bytes path) {
    boolean isPath = !path.isEmpty() && path.at(0) == '/';
    loaded = isPath && !path.toString().endsWith(DELETED) ? path : null;
  }
}

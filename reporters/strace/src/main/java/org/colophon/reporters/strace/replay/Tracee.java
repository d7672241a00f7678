package org.colophon.reporters.strace.replay;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** One program in execution, with all its threads. */
final class Tracee {
  private static final String DELETED = " (deleted)";

  final int pid;

  /** The sink's id for it. */
  final long id;

  /** When the process with this pid was first seen; the same for all its programs. */
  final long startNanos;

  /** How many times the process called execve. */
  final int image;

  final Bytes executable;
  final List<Bytes> arguments;
  final List<Task> tasks = new ArrayList<>(1);
  final Mappings mappings = new Mappings();

  /** Where /proc/PID/exe leads: what interprets a script; null if that is not known. */
  Bytes loaded;

  /** Reads of what may turn out to be a library, held back; see {@link Report}. */
  OpenFile suspect;

  long suspectBytes;

  /** How often it took anything in, but from database servers. */
  long news;

  /** A neighbour asked for it before its first line came: it may have been started just now. */
  boolean isAsked;

  /** It took in what was open before the trace, and that was told. */
  boolean isFedUnseen;

  /** It knows the processes that it starts by other ids than strace does. */
  boolean isInNamespace;

  /** What exit_group said, -1 if nothing yet. */
  int exitStatus = -1;

  Tracee(int pid, long id, long startNanos, int image, Bytes executable, List<Bytes> arguments) {
    this.pid = pid;
    this.id = id;
    this.startNanos = startNanos;
    this.image = image;
    this.executable = executable;
    this.arguments = arguments;
  }

  /** Notes what /proc/PID/exe leads to, unless nothing has that path any more. */
  void loaded(Bytes path) {
    boolean isPath = !path.isEmpty() && path.at(0) == '/';
    loaded = isPath && !path.toString().endsWith(DELETED) ? path : null;
  }
}

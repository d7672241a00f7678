package org.colophon.reporters.strace.replay;

import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * What can be asked of the machine while the traced processes run on it. For a saved log, whose
 * machine has moved on or is another one, nothing can: see {@link #none}.
 */
public interface Surroundings {
  /** The target of a symbolic link, null if the path is none. */
  Bytes linkTarget(Bytes path);

  /**
   * The program that a script names in its first line, empty if the path is no script, null if it
   * cannot be read.
   */
  Bytes interpreter(Bytes path);

  /** Whether the path is a folder now. */
  boolean isFolder(Bytes path);

  /** Whether something has the path now. */
  default boolean exists(Bytes path) {
    return false;
  }

  /** Whether the path is a named pipe now. */
  default boolean isFifo(Bytes path) {
    return false;
  }

  /** What the descriptors that the first process inherits lead to. */
  Map<Integer, Link> inherited();

  /** What is known of a process that ran before it was watched, null if nothing. */
  Stranger stranger(int pid);

  /** Which process a thread belongs to, and that one's parent; null if unknown. */
  default Origin origin(int task) {
    return null;
  }

  /**
   * A process as it began.
   *
   * @param parent the pid of who started it
   */
  record Origin(int pid, int parent) {}

  /** Whether a neighbour reports what is done with the file at a path. */
  default boolean isMirrored(Bytes path) {
    return false;
  }

  /**
   * The process that a neighbour knows under a pid now, as the sink's id; 0 if none does.
   *
   * @param sink in case it is declared only now
   */
  default long known(int pid, OperationSink sink) {
    return 0;
  }

  /**
   * The descriptor that a thread copies from in the call that it waits in now, such as sendfile; -1
   * if it is in no such call.
   */
  default int copiedFrom(int task) {
    return -1;
  }

  /** The user for whom the first process runs, -1 if unknown. */
  long user();

  /** A process as /proc shows it. */
  record Stranger(
      int pid,
      Bytes executable,
      java.util.List<Bytes> arguments,
      Bytes directory,
      Map<Integer, Link> descriptors) {}

  /**
   * What a descriptor leads to.
   *
   * @param text as /proc shows it
   * @param deleted tells the file from others if it has no name any more, and is null if it has one
   */
  record Link(Bytes text, String deleted) {}

  /** Nothing can be asked. */
  static Surroundings none() {
    return new NoSurroundings();
  }
}

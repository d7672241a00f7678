// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * View of the host while traced processes run. By default, each method returns that the answer is
 * unknown, as for a saved log.
 */
public interface HostProbe {
  /** Probe for which every answer is unknown. */
  HostProbe NONE = new HostProbe() {};

  /** Returns the target of a symbolic link; null if the path is not one. */
  default @Nullable Bytes linkTarget(Bytes path) {
    return null;
  }

  /**
   * Returns the interpreter that a script names; empty if the file is not a script, null if it is
   * not readable.
   */
  default @Nullable Bytes interpreter(Bytes path) {
    return null;
  }

  /** Returns whether the path is a directory now. */
  default boolean isDirectory(Bytes path) {
    return false;
  }

  /** Returns whether the path exists now. */
  default boolean exists(Bytes path) {
    return false;
  }

  /** Returns the current status of the file at a path, without following links; null if unknown. */
  default @Nullable Status status(Bytes path) {
    return null;
  }

  /** Returns the file at a path, behind mirrors; null if it cannot be opened. */
  default @Nullable Path file(Bytes path) {
    return null;
  }

  /**
   * Status of a file.
   *
   * @param state null unless the file is a regular one
   * @param identity what the file is; not unique if unknown
   * @param links number of its hard links
   */
  record Status(boolean isFifo, @Nullable FileState state, FileIdentity identity, int links) {}

  /**
   * Returns the path of a file here, which a process of another mount namespace has opened; null if
   * no mount here shows it.
   *
   * @param device major and minor number of its file system, separated by a colon
   */
  default @Nullable Bytes pathOf(String device, Bytes inFileSystem) {
    return null;
  }

  /** Returns the targets of the descriptors that the first process inherits. */
  default Map<Integer, Link> inherited() {
    return Map.of();
  }

  /** Returns a process that already ran when its tracing began; null if unknown. */
  default @Nullable RunningProcess runningProcess(int pid) {
    return null;
  }

  /** Returns a thread's process and parent; null if unknown. */
  default @Nullable Origin origin(int task) {
    return null;
  }

  /**
   * Ids of the process and the parent process of a thread.
   *
   * @param parent the pid of the parent process
   */
  record Origin(int pid, int parent) {}

  /** Returns whether a mirror reports accesses to the path. */
  default boolean isMirrored(Bytes path) {
    return false;
  }

  /**
   * Returns the id in the sink of a process that a mirror knows, by its pid; 0 if unknown.
   *
   * @param sink receives the declaration if the process is not declared yet
   */
  default long known(int pid, OperationSink sink) {
    return 0;
  }

  /**
   * Returns the descriptor from which the thread's current call copies; -1 if the call copies
   * nothing.
   */
  default int copiedFrom(int task) {
    return -1;
  }

  /** Returns the local address of a socket, of the scheme tcp or udp; null if unknown. */
  default @Nullable SocketAddress ownAddress(int pid, int fd, String scheme) {
    return null;
  }

  /** Returns the address from which a process sends to a peer; null if unknown. */
  default @Nullable String sourceTowards(int pid, SocketAddress peer) {
    return null;
  }

  /** Returns the user of the first process; -1 if unknown. */
  default long user() {
    return -1;
  }

  /**
   * Returns whether a program's file grants a privilege, but the process runs without it.
   *
   * @param user the process's user before it executed the program; -1 if unknown
   */
  default boolean losesPrivilege(Bytes program, int pid, long user) {
    return false;
  }

  /** A running process, as described in /proc. */
  record RunningProcess(
      int pid,
      Bytes executable,
      List<Bytes> arguments,
      Bytes directory,
      Map<Integer, Link> descriptors) {}

  /**
   * Target of a descriptor.
   *
   * @param text text of the link in /proc
   * @param deleted identity of a deleted file; null if the file has a name
   */
  record Link(Bytes text, @Nullable String deleted) {}
}

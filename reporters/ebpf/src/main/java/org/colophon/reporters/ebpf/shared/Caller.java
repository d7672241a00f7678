// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * The process that has connected to the service.
 *
 * @param groups all groups of the process
 */
record Caller(long user, String name, int process, Set<Long> groups) {
  /**
   * Verifies a thread that the caller names. Java shows the user of a connection but not its
   * process. So the name of the thread must be the nonce, because only the thread's own process can
   * set this name.
   */
  static Caller verify(int thread, String nonce, UserPrincipal peer) throws IOException {
    requireNamed(thread, nonce);
    String task = Integer.toString(thread);
    Map<String, Object> owner = Files.readAttributes(Path.of("/proc", task), "unix:uid,owner");
    String groups = ProcFiles.status(task, "Gid") + " " + ProcFiles.status(task, "Groups");
    int process = ProcFiles.statusNumber(task, "Tgid");
    requireNamed(thread, nonce); // again, since the id may have been reused
    if (!peer.equals(owner.get("owner")) || !(owner.get("uid") instanceof Integer user)) {
      throw ErrorCode.NOT_PERMITTED.exception("thread " + thread + " belongs to another user");
    }
    return new Caller(
        user,
        peer.getName(),
        process,
        Stream.of(groups.strip().split("\\s+", -1)).map(Long::valueOf).collect(Collectors.toSet()));
  }

  private static void requireNamed(int thread, String nonce) {
    if (!ProcFiles.line(Integer.toString(thread), "comm").equals(nonce)) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "thread "
              + thread
              + " is not of the calling process; in a container with process ids of its own, trace"
              + " --with strace");
    }
  }

  /** Throws NOT_PERMITTED if a thread does not belong to this process. */
  void requireOwn(int thread) {
    Path task = Path.of("/proc", Integer.toString(process), "task", Integer.toString(thread));
    if (!Files.exists(task)) {
      throw ErrorCode.NOT_PERMITTED.exception("thread " + thread + " is not of process " + process);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mount;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/**
 * Mounts through the setuid program {@code fusermount3}, which sends the descriptor over an
 * inherited socket. Uses {@code posix_spawn}, because processes that Java starts inherit no
 * sockets.
 */
final class UserMount {
  private static final String PROGRAM = "fusermount3";
  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM = 1;
  private static final int CONTROL = 24;

  private final Os os;
  private final Bytes target;

  UserMount(Os os, Bytes target) {
    this.os = os;
    this.target = target;
  }

  int mount(Mounter.Options options) {
    NativeBuffer pair = os.buffer(8);
    if (os.libc.socketpair(AF_UNIX, SOCK_STREAM, 0, pair.address()) < 0) {
      throw os.failure(ErrorCode.IO_FAILED, "cannot make a socket for " + PROGRAM);
    }
    int theirs = pair.getInt(0);
    int ours = pair.getInt(4);
    os.libc.fcntl(ours, 2, 1); // F_SETFD, FD_CLOEXEC
    try {
      int status = run(List.of("-o", words(options), "--"), theirs);
      return status == 0 ? receive(ours) : refused(status, options);
    } finally {
      os.libc.close(theirs);
      os.libc.close(ours);
    }
  }

  private static String words(Mounter.Options options) {
    String source = options.source().toString().replace("\\", "\\\\").replace(",", "\\,");
    return "default_permissions,subtype=colophon,fsname="
        + source
        + (options.readOnly() ? ",ro" : "")
        + (options.allowOther() ? ",allow_other" : "");
  }

  private int refused(int status, Mounter.Options options) {
    throw ErrorCode.NOT_PERMITTED.exception(
        PROGRAM
            + " refused to mount on "
            + target.display()
            + " (status "
            + status
            + ", its message is above)"
            + (options.allowOther()
                ? "; allow-other requires 'user_allow_other' in /etc/fuse.conf"
                : ""));
  }

  boolean unmount(boolean lazily) {
    return run(lazily ? List.of("-u", "-z", "--") : List.of("-u", "--"), -1) == 0;
  }

  private int run(List<String> words, int socket) {
    List<NativeBuffer> arguments = new ArrayList<>();
    arguments.add(text(PROGRAM));
    words.forEach(word -> arguments.add(text(word)));
    arguments.add(os.text(target.toArray()));
    List<NativeBuffer> environment = new ArrayList<>();
    environment.add(text("PATH=" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin")));
    environment.add(text("_FUSE_COMMFD=" + socket));
    NativeBuffer pid = os.buffer(16);
    int error =
        os.libc.posix_spawnp(
            pid.address(),
            arguments.get(0).address(),
            0,
            0,
            vector(arguments).address(),
            vector(environment).address(),
            0);
    if (error != 0) {
      throw ErrorCode.TOOL_MISSING.exception(
          PROGRAM + " is not installed; on Debian and Ubuntu: apt-get install fuse3");
    }
    os.libc.waitpid(pid.getInt(0), pid.address(8), 0);
    int status = pid.getInt(8);
    return (status & 0x7f) == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f);
  }

  private NativeBuffer vector(List<NativeBuffer> texts) {
    NativeBuffer vector = os.buffer(8 * (texts.size() + 1));
    for (int i = 0; i < texts.size(); i++) {
      vector.putLong(8 * i, texts.get(i).address());
    }
    return vector;
  }

  private NativeBuffer text(String text) {
    return os.text(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Receives the descriptor from a {@code struct msghdr} of 64-bit Linux. */
  private int receive(int socket) {
    NativeBuffer memory = os.buffer(256);
    int vector = 64;
    int data = 96;
    int control = 128;
    memory.putLong(16, memory.address(vector));
    memory.putLong(24, 1);
    memory.putLong(32, memory.address(control));
    memory.putLong(40, CONTROL);
    memory.putLong(vector, memory.address(data));
    memory.putLong(vector + 8, 1);
    long count = os.libc.recvmsg(socket, memory.address(), 0);
    if (count <= 0 || memory.getLong(control) < 20) {
      throw ErrorCode.IO_FAILED.exception(
          PROGRAM + " mounted, but sent no descriptor; unmount and try again");
    }
    return memory.getInt(control + 16);
  }
}

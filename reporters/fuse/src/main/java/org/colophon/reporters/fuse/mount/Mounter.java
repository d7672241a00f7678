// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mount;

import java.nio.charset.StandardCharsets;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.common.proc.MountTable;

/** Mounts the file system: by system call as superuser, otherwise by {@code fusermount3}. */
public final class Mounter {
  private static final int MS_RDONLY = 1;
  private static final int MNT_DETACH = 2;

  private final Os os;
  private final Bytes target;
  private final boolean isRoot;

  /** Device of the mount; 0 before mounting. */
  private long device;

  /**
   * Creates a mounter for one mount point.
   *
   * @param target absolute
   */
  public Mounter(Os os, Bytes target) {
    this.os = os;
    this.target = target;
    this.isRoot = os.libc.geteuid() == 0;
  }

  /**
   * Mount options.
   *
   * @param source source shown in the mount table
   * @param rootMode mode of the mirrored directory
   * @param readOnly whether Linux refuses changes
   * @param allowOther whether other users may access the mount
   */
  public record Options(Bytes source, int rootMode, boolean readOnly, boolean allowOther) {}

  /** Removes Colophon's mounts whose process has ended. Returns whether there was one. */
  public boolean cleanDead() {
    boolean cleaned = false;
    NativeBuffer path = os.text(target.toArray());
    NativeBuffer room = os.buffer(256);
    while (isDead(path, room) && MountTable.read().hasOurs(target) && unmount(true)) {
      cleaned = true;
    }
    return cleaned;
  }

  /**
   * Rejects a second mirror on the same directory. Removing one of the two could leave the
   * directory accessible without recording.
   *
   * @throws ColophonException ALREADY_EXISTS if Colophon has a mount there
   */
  public void rejectSecond() {
    if (MountTable.read().hasOurs(target)) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "a mirror is mounted on %s already; detach or unmount it first"
              .formatted(target.display()));
    }
  }

  private boolean isDead(NativeBuffer path, NativeBuffer room) {
    return os.libc.statfs(path.address(), room.address()) < 0 && os.errno() == Errno.ENOTCONN;
  }

  /**
   * Mounts; returns the descriptor to serve.
   *
   * @throws ColophonException TOOL_MISSING without FUSE or fusermount3, NOT_PERMITTED
   */
  public int mount(Options options) {
    int fd = isRoot ? mountByCall(options) : new UserMount(os, target).mount(options);
    device = deviceOnTop();
    return fd;
  }

  /**
   * Returns whether the mount exists and no other mount covers it. Its device number is unique
   * while it is served.
   */
  public boolean isOnTop() {
    return device != 0 && deviceOnTop() == device;
  }

  /**
   * Returns the device; 0 if unknown. Sends no request to the file system, because no thread may
   * serve requests yet.
   */
  private long deviceOnTop() {
    NativeBuffer point = os.text(target.toArray());
    FileStatus status = new FileStatus(os.buffer(FileStatus.SIZE));
    int found =
        os.libc.statx(
            Flags.AT_FDCWD, point.address(), Flags.AT_STATX_DONT_SYNC, 0, status.address());
    return found < 0 ? 0 : status.device();
  }

  private int mountByCall(Options options) {
    int fd = openDevice();
    String data =
        "fd=%d,rootmode=%o,user_id=0,group_id=0,default_permissions%s"
            .formatted(fd, options.rootMode(), options.allowOther() ? ",allow_other" : "");
    NativeBuffer source = os.text(options.source().toArray());
    NativeBuffer point = os.text(target.toArray());
    int mounted =
        os.libc.mount(
            source.address(),
            point.address(),
            text(MountTable.TYPE).address(),
            options.readOnly() ? MS_RDONLY : 0,
            text(data).address());
    if (mounted < 0) {
      ColophonException failure =
          os.failure(ErrorCode.NOT_PERMITTED, "cannot mount on " + target.display());
      os.libc.close(fd);
      throw failure;
    }
    return fd;
  }

  private int openDevice() {
    int fd = os.libc.open(text("/dev/fuse").address(), Flags.O_RDWR | Flags.O_CLOEXEC, 0);
    if (fd < 0) {
      int errno = os.errno();
      ErrorCode code =
          errno == Errno.EACCES || errno == Errno.EPERM
              ? ErrorCode.NOT_PERMITTED
              : ErrorCode.TOOL_MISSING;
      throw new ColophonException(
          code,
          "cannot open /dev/fuse: "
              + Errno.text(errno)
              + "; load the kernel module with 'modprobe fuse', or start the container with"
              + " --device /dev/fuse --cap-add SYS_ADMIN");
    }
    return fd;
  }

  private NativeBuffer text(String text) {
    return os.text(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Unmounts the topmost mount.
   *
   * @param lazily whether to unmount even if in use; open files remain usable
   * @return whether the mount was removed
   */
  public boolean unmount(boolean lazily) {
    if (!isRoot) {
      return new UserMount(os, target).unmount(lazily);
    }
    NativeBuffer point = os.text(target.toArray());
    return os.libc.umount2(point.address(), lazily ? MNT_DETACH : 0) == 0;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.jspecify.annotations.Nullable;

/**
 * A file that a call has opened, as the source of the calls saw it in the kernel.
 *
 * @param identity what the file is; on overlayfs, the file of the upper or lower file system. Its
 *     file system is 0 if the source does not know it.
 * @param copied the file that overlayfs copied to the upper file system; null for none.
 * @param device major and minor number of the file system, separated by a colon.
 * @param links number of hard links.
 * @param isCreated whether the call created the file.
 * @param mountNamespace number of the caller's mount namespace; 0 if it is this process's.
 * @param inFileSystem path within the file system, if the mount namespace is another one.
 * @param state state of the file when it was opened; null if unknown.
 */
public record OpenedFile(
    FileIdentity identity,
    @Nullable FileIdentity copied,
    String device,
    int links,
    boolean isRegular,
    boolean isCreated,
    long mountNamespace,
    Bytes inFileSystem,
    @Nullable FileState state) {
  /** Returns a copy with another identity. */
  public OpenedFile with(FileIdentity other) {
    return new OpenedFile(
        other, copied, device, links, isRegular, isCreated, mountNamespace, inFileSystem, state);
  }

  /** Returns whether the caller sees other mounts than this process. */
  public boolean isInOtherNamespace() {
    return mountNamespace != 0;
  }
}

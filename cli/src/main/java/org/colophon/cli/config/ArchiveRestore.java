// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;

/** Applies the frames of an archive to a store. */
public final class ArchiveRestore {
  private ArchiveRestore() {}

  /**
   * Applies the frames of an archive after the store's last LSN. The store may be new. If the
   * archive has no host, the store belongs to this host.
   *
   * @param untilLsn last LSN to apply; later frames are skipped
   * @param progress regularly receives the last applied LSN
   * @return the last LSN of the store
   * @throws ColophonException STORE_FOREIGN, PART_LOST, STORE_CORRUPT, DISK_FULL, IO_FAILED;
   *     NOT_FOUND if the archive is empty
   */
  public static long apply(
      KernelConfig.Builder config, Archive archive, long untilLsn, LongConsumer progress) {
    if (archive.lastLsn() == 0) {
      throw ErrorCode.NOT_FOUND.exception(
          "the archive " + archive.directory() + " is empty; check the directory of --archive");
    }
    Path store = config.build().directory();
    StoreHost host = StoreHost.of(store).orElse(HostInfo.ofThisMachine().owner());
    FeedOrigin origin = new FeedOrigin(archive.storeId(), host);
    long last;
    try (Kernel kernel = Kernel.open(config.following(origin).build())) {
      FrameApplier applier = kernel.applier();
      kernel.generation().follow(archive.generations(), applier.lastLsn());
      try (FrameSource frames = archive.after(applier.lastLsn())) {
        CanonicalFrame frame = frames.next(0);
        while (frame != null && frame.lastLsn() <= untilLsn) {
          applier.apply(frame);
          progress.accept(applier.lastLsn());
          frame = frames.next(0);
        }
      }
      kernel.drain();
      last = applier.lastLsn();
    }
    FeedOrigin.free(store);
    return last;
  }

  /** Returns the id of a store that may not be open. */
  public static long storeId(Path store) {
    return StoreIdentity.of(store, AttachedAdapters.load(store)).id();
  }

  /** Returns the archive of a store, in a directory that several stores may share. */
  public static Archive archiveOf(Path store, Path shared) {
    return Archive.of(shared, storeId(store));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.nio.file.Path;
import org.colophon.core.backup.StoreRestore;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.host.StoreHost;
import org.colophon.history.certified.log.LogHead;

/** The stores to which frames of other hosts are applied. Any thread. */
public interface HostAppliers {
  /**
   * Opens the store of a host. Creates the store if necessary.
   *
   * @param storeId id of the store that recorded the history
   * @throws org.colophon.core.error.ColophonException STORE_FOREIGN if the host's store has another
   *     history; BAD_REQUEST if this service itself records the host
   */
  Lease open(StoreHost host, long storeId);

  /** Returns the maximum number of stores that are in use at once. */
  int maxInUse();

  /**
   * Backs up the store of a host while frames are applied to it.
   *
   * @param target a new directory in an existing one
   */
  void backUp(StoreHost host, Path target);

  /**
   * Replaces the store of a host by the one that {@link StoreRestore#beginReplacement} prepared.
   * Recovers the new store first, which shows damage and newer formats.
   *
   * @throws org.colophon.core.error.ColophonException OVERLOADED while the store is in use
   */
  void replace(StoreHost host, long storeId, Path restored);

  /** An open store, which stays open until {@link #close}. */
  interface Lease extends AutoCloseable {
    FrameApplier applier();

    /**
     * Takes over the generations of the history, before its frames are applied.
     *
     * @throws org.colophon.core.error.ColophonException STORE_FOREIGN if the history left this one
     *     before its end
     */
    void follow(GenerationChain source);

    /**
     * Takes over the generations of the history from which a frame comes, before it is applied.
     *
     * @param frameLsn the last LSN of the frame
     * @throws org.colophon.core.error.ColophonException STORE_FOREIGN if the frame belongs to
     *     another copy of the history
     */
    void follow(GenerationChain source, long frameLsn);

    /**
     * Accepts a signed state of the host's certified log.
     *
     * @return false if frames that the state covers have not arrived yet
     */
    boolean certify(LogHead head);

    @Override
    void close();
  }
}

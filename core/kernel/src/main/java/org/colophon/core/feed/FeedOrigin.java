// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.host.StoreHost;

/**
 * The store that a follower copies. A follower has the same store id, host, LSNs and ids. The file
 * {@code follower} marks its store, so that nothing else is recorded into it by mistake. The file
 * contains the name under which the follower reads the feed.
 *
 * @param storeId never 0
 */
public record FeedOrigin(long storeId, StoreHost host) {
  private static final String MARK = "follower";

  /** Returns true for the store of a follower. */
  public static boolean isMarked(Path store) {
    return Files.exists(store.resolve(MARK));
  }

  /** Returns the origin of a follower's store; empty for another store, or none. */
  public static Optional<FeedOrigin> of(Path store) {
    if (!isMarked(store)) {
      return Optional.empty();
    }
    StoreIdentity identity = StoreIdentity.of(store, AttachedAdapters.load(store));
    return StoreHost.of(store).map(host -> new FeedOrigin(identity.id(), host));
  }

  /**
   * Marks a store as a follower's, or checks that it is one.
   *
   * @param established the identity of the store in that directory
   * @throws ColophonException STORE_FOREIGN if it is the store of another history
   */
  public StoreIdentity claim(Path store, StoreIdentity established) {
    if (established.isEstablished() && established.id() != storeId) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s is store %s, but the service to follow has store %s: choose a new directory with --store DIR"
              .formatted(
                  store, StoreIdentity.format(established.id()), StoreIdentity.format(storeId)));
    }
    Path mark = store.resolve(MARK);
    try {
      if (!Files.exists(mark)) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        PrivateFiles.write(mark, "follower-" + id + "\n");
      }
    } catch (IOException e) {
      throw StoreDirectory.failed("write", mark, e);
    }
    return new StoreIdentity(storeId, established.isEstablished());
  }

  /** Returns the name under which the follower with this store reads the feed. */
  public static String readerName(Path store) {
    Path mark = store.resolve(MARK);
    try {
      return Files.readString(mark, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw StoreDirectory.failed("read", mark, e);
    }
  }

  /** Removes the mark of a follower's store, which then continues as a store of its own. */
  public static void free(Path store) {
    try {
      Files.deleteIfExists(store.resolve(MARK));
    } catch (IOException e) {
      throw StoreDirectory.failed("delete", store.resolve(MARK), e);
    }
  }

  /**
   * Refuses to record into a follower's store.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public static void refuseFollower(Path store) {
    Path mark = store.resolve(MARK);
    if (Files.exists(mark)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s follows another service: serve it with --follow URL; or, to let it continue as a store of its own, delete %s"
              .formatted(store, mark));
    }
  }
}

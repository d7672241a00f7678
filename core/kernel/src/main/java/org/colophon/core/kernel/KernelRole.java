package org.colophon.core.kernel;

import java.nio.file.Path;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.RecoveryReport;
import org.jspecify.annotations.Nullable;

/**
 * The role of a kernel: it records operations into its store, or its store follows the history of
 * another one. A follower assigns no LSNs and runs no ring; frames of its source are applied.
 */
sealed interface KernelRole {
  /** Returns the role, which is to follow if there is an origin. */
  static KernelRole of(@Nullable FeedOrigin origin) {
    return origin == null ? new Recorder() : new Follower(origin);
  }

  /** Returns whether the kernel assigns LSNs and runs the ring. */
  boolean isRecording();

  /**
   * Claims a store for this role.
   *
   * @throws org.colophon.core.error.ColophonException if the store has the other role, or another
   *     history
   */
  StoreIdentity claim(Path store, StoreIdentity found);

  /** Returns the host that the store belongs to. */
  StoreHost owner(HostInfo machine);

  /** Returns the end of the store; begins its generation if it has LSNs of its own. */
  StoreEnd end(RecoveryReport recovery, long heldLsn, StoreGeneration generation);

  /** Prepares the journal for the next frame, and returns the last LSN before this run. */
  long prepare(Journal journal, StoreEnd end, StoreGeneration generation);

  /** Records the operations of this host. */
  record Recorder() implements KernelRole {
    @Override
    public boolean isRecording() {
      return true;
    }

    @Override
    public StoreIdentity claim(Path store, StoreIdentity found) {
      FeedOrigin.refuseFollower(store);
      return found;
    }

    @Override
    public StoreHost owner(HostInfo machine) {
      return machine.owner();
    }

    @Override
    public StoreEnd end(RecoveryReport recovery, long heldLsn, StoreGeneration generation) {
      return StoreEnd.of(recovery, heldLsn, generation);
    }

    @Override
    public long prepare(Journal journal, StoreEnd end, StoreGeneration generation) {
      journal.skipTo(end.knownLsn());
      return end.lastLsn();
    }
  }

  /** Follows the history of another store. */
  record Follower(FeedOrigin origin) implements KernelRole {
    @Override
    public boolean isRecording() {
      return false;
    }

    @Override
    public StoreIdentity claim(Path store, StoreIdentity found) {
      return origin.claim(store, found);
    }

    @Override
    public StoreHost owner(HostInfo machine) {
      return origin.host();
    }

    @Override
    public StoreEnd end(RecoveryReport recovery, long heldLsn, StoreGeneration generation) {
      return new StoreEnd(recovery, heldLsn, 0);
    }

    @Override
    public long prepare(Journal journal, StoreEnd end, StoreGeneration generation) {
      long lastLsn = end.recovery().lastLsn();
      generation.follow(GenerationChain.UNKNOWN, lastLsn);
      return lastLsn;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.nio.file.Path;
import java.util.Deque;
import java.util.Objects;
import org.colophon.core.adapters.CloseSequence;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
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
  static KernelRole of(KernelConfig config) {
    FeedOrigin origin = config.following();
    return origin == null ? new Recorder() : new Follower(origin, config.journal().budgetBytes());
  }

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

  /** Reports the damage that opening the store has found, and starts to extend the history. */
  void start(Kernel kernel, StoreEnd end, long lastLsn, Deque<Runnable> undo);

  /** Throws if the store follows another one. */
  void requireRecording();

  /** Returns the writer of followed frames; throws if the store follows no other. */
  FrameApplier applier();

  /** Returns the LSN of the last operation that was published. */
  long lastLsn(Kernel kernel);

  /** Looks for recordings of other processes that have died, unless the source does. */
  default void findDeadRecorders(Kernel kernel) {}

  /** Stops a running ring, as steps of a sequence. */
  default void stop(Kernel kernel, CloseSequence steps) {}

  /** Leaves the store as cleanly closed, once the adapters have stopped without a failure. */
  void leaveClean(Kernel kernel);

  /** Records the operations of this host. */
  record Recorder() implements KernelRole {
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

    @Override
    public void start(Kernel kernel, StoreEnd end, long lastLsn, Deque<Runnable> undo) {
      kernel.stages.start(lastLsn);
      undo.push(kernel.stages.ring::stop);
      kernel.reportDamage(
          end.messages(kernel.directory.path()),
          end.recovery().untoldBytes() + end.lostLsns() + kernel.adapters.lostLsns());
      kernel.generation.opened();
      kernel.recordings.findAtOpening();
    }

    @Override
    public void requireRecording() {
      // It is recording.
    }

    @Override
    public FrameApplier applier() {
      throw ErrorCode.BAD_REQUEST.exception(
          "this store records its own history and follows no other: send frames to a follower");
    }

    @Override
    public long lastLsn(Kernel kernel) {
      return kernel.stages.ring.lastLsn();
    }

    @Override
    public void findDeadRecorders(Kernel kernel) {
      kernel.recordings.findDead();
    }

    @Override
    public void stop(Kernel kernel, CloseSequence steps) {
      steps.run(kernel.stages.ring::stop);
      steps.run(kernel.stages.pipeline::finish);
    }

    /** Leaves one small segment with the next LSN and ids, unless more of the journal is needed. */
    @Override
    public void leaveClean(Kernel kernel) {
      Pipeline pipeline = kernel.stages.pipeline;
      if (!kernel.adapters.retention.isNeededBelow(pipeline.lastFrameLsn())) {
        kernel.journal.startSegment();
      }
      pipeline.writeCleanFrame();
      kernel.journal.awaitFramesDurable(); // it accounts for no LSN of its own
      kernel.adapters.retention.release();
      kernel.adapters.note();
      kernel.generation.remember(pipeline.dataLsn());
    }
  }

  /** Follows the history of another store. */
  final class Follower implements KernelRole {
    private final FeedOrigin origin;
    private final long budgetBytes;
    private @Nullable FrameApplier applier;

    private Follower(FeedOrigin origin, long budgetBytes) {
      this.origin = origin;
      this.budgetBytes = budgetBytes;
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

    @Override
    public void start(Kernel kernel, StoreEnd end, long lastLsn, Deque<Runnable> undo) {
      KernelAdapters adapters = kernel.adapters;
      applier =
          new FrameApplier(
              kernel.journal, adapters.retention, adapters::awaitHeld, kernel.gate, budgetBytes);
      kernel.reportDamage(end.recovery().messages(), 0);
    }

    @Override
    public void requireRecording() {
      throw ErrorCode.BAD_REQUEST.exception(
          "this store follows another service: change that one instead");
    }

    @Override
    public FrameApplier applier() {
      return Objects.requireNonNull(applier);
    }

    @Override
    public long lastLsn(Kernel kernel) {
      return kernel.journal.writtenLsn();
    }

    @Override
    public void leaveClean(Kernel kernel) {
      kernel.adapters.note();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.cli.certify.StoreFrames;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.IoFailure;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.files.FileTree;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.verify.StoreVerifier.Damage;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a store's content matches its history. Builds another store from all frames, and
 * compares the two.
 */
final class ContentCheck {
  private static final String NAME = "contents";

  private final Store store;
  private final StoreFrames frames;
  private final Path built;

  /**
   * Prepares a check.
   *
   * @param archive the archive of the store; null for none
   */
  ContentCheck(Store store, @Nullable Archive archive) {
    this.store = store;
    this.frames = new StoreFrames(store.directory(), archive);
    this.built = store.directory().resolveSibling(store.directory().getFileName() + ".verifying");
  }

  /** Returns the outcome. It is UNCHECKED if the start of the history is missing. */
  Part check() {
    try {
      FileTree.delete(built);
      Part part = build();
      FileTree.delete(built);
      return part;
    } catch (IOException e) {
      throw IoFailure.of("use", built, e);
    }
  }

  private Part build() {
    StoreHost host = StoreHost.of(store.directory()).orElse(HostInfo.ofThisMachine().owner());
    long storeId = AttachedAdapters.load(store.directory()).storeId();
    KernelConfig config =
        KernelConfig.builder(built)
            .adapter(AdapterConfig.of(Engines.get(Store.ADAPTER)))
            .following(new FeedOrigin(storeId, host))
            .build();
    boolean isWhole;
    try (Kernel kernel = Kernel.open(config)) {
      isWhole = apply(kernel.applier());
      kernel.drain();
    }
    return isWhole
        ? compare()
        : new Part(
            NAME,
            State.UNCHECKED,
            "the beginning of the history is no longer there; with an archive: --archive DIR",
            List.of());
  }

  private boolean apply(FrameApplier applier) {
    boolean[] isWhole = {true};
    frames.visit(
        0,
        (bytes, at) -> {
          byte[] frame = Arrays.copyOfRange(bytes, at, at + FrameFormat.frameBytes(bytes, at));
          FrameFormat.seal(frame, 0, 0);
          CanonicalFrame next = new CanonicalFrame(applier.lastLsn(), frame, 0, frame.length);
          isWhole[0] &= next.firstLsn() <= applier.lastLsn() + 1;
          if (isWhole[0]) {
            applier.apply(next);
          }
        },
        position -> {});
    return isWhole[0];
  }

  private Part compare() {
    StorageConfig other = StorageConfig.at(StoreDirectory.adapterIn(built, Store.ADAPTER));
    try (LineageReader mine = store.openReader();
        LineageReader theirs = Engines.get(Store.ADAPTER).openReader(other)) {
      long lsn = Math.min(mine.visibleLsn(), theirs.visibleLsn());
      List<Damage> damages = new ArrayList<>();
      try (HistoryReplay actual = replay(mine, lsn, "actual");
          HistoryReplay expected = replay(theirs, lsn, "expected")) {
        compare(actual, expected, damages);
        String detail = "%,d facts up to LSN %d against the history".formatted(actual.done(), lsn);
        return Part.of(NAME, detail, damages);
      }
    }
  }

  private void compare(HistoryReplay actual, HistoryReplay expected, List<Damage> damages) {
    RecordDecoder batch = actual.next();
    RecordDecoder other = expected.next();
    while (batch != null && other != null && actual.hasSameBatch(expected)) {
      batch = actual.next();
      other = expected.next();
    }
    RecordDecoder first = batch == null ? other : batch;
    if (first != null) {
      damages.add(
          new Damage(
              store.adapterDirectory(store.primary().name()),
              -1,
              "from LSN %d on, its contents differ from the history; pruning has that effect, too"
                  .formatted(first.firstLsn()),
              "build it again with: colophon restore --archive DIR"));
    }
  }

  private HistoryReplay replay(LineageReader reader, long lsn, String name) {
    return new HistoryReplay(
        new ReplayRequest(
            reader, null, 0, lsn, 0, built.resolve(name), ReplayRequest.Limits.DEFAULT),
        () -> false);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.journal.format.FrameFormat;
import org.jspecify.annotations.Nullable;

/**
 * Frames of a store that still exist: first those in its archive, then those in its journal. Takes
 * no lock.
 *
 * @param archive the archive of the store; null for none
 */
public record StoreFrames(Path store, @Nullable Archive archive) {
  /** Visits each frame after an LSN once, in order. */
  public void visit(long afterLsn, FrameVisitor visitor, LongConsumer progress) {
    long[] last = {afterLsn};
    if (archive != null) {
      try (FrameSource source = archive.after(afterLsn)) {
        for (CanonicalFrame frame = source.next(0); frame != null; frame = source.next(0)) {
          visitor.visit(frame.bytes(), frame.offset());
          last[0] = frame.lastLsn();
          progress.accept(last[0]);
        }
      }
    }
    FrameVisitor rest =
        (bytes, at) -> {
          if (FrameFormat.facts(bytes, at).lastLsn() > last[0]) {
            visitor.visit(bytes, at);
          }
        };
    long storeId = AttachedAdapters.load(store).storeId();
    var unused = JournalVerifier.verify(StoreDirectory.journalIn(store), storeId, progress, rest);
  }
}

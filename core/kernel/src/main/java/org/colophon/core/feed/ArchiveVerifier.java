// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import static org.colophon.core.error.MessageText.count;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.verify.StoreVerifier;
import org.colophon.core.verify.StoreVerifier.Damage;
import org.colophon.core.verify.StoreVerifier.Part;

/** Checks an archive: the checksum of every frame, and the chain of LSNs. */
public final class ArchiveVerifier {
  private static final String NAME = "archive";
  private static final String ADVICE =
      "restore the file from a copy of the archive; without it, use a backup that begins later";

  private ArchiveVerifier() {}

  /**
   * Reads the whole archive. Damage in one file does not end the check.
   *
   * @param store the generations of the archive's store; unknown without one
   * @param nextLsn the first LSN of the store's journal; 0 if unknown
   */
  public static Part verify(
      Archive archive,
      GenerationChain store,
      long nextLsn,
      StoreVerifier.Listener listener,
      FrameVisitor visitor) {
    List<Damage> damages = new ArrayList<>();
    List<Archive.Piece> pieces = archive.pieces();
    check(archive, store, nextLsn, damages);
    long frames = 0;
    long bytes = 0;
    long lastLsn = pieces.isEmpty() ? 0 : pieces.get(0).afterLsn();
    for (Archive.Piece piece : pieces) {
      if (piece.afterLsn() > lastLsn) {
        damages.add(
            damage(
                piece,
                "LSNs %d to %d are missing before it".formatted(lastLsn + 1, piece.afterLsn())));
      }
      long endLsn = piece.afterLsn();
      try (FrameSource source = archive.only(piece)) {
        for (CanonicalFrame frame = source.next(0); frame != null; frame = source.next(0)) {
          frames++;
          endLsn = frame.lastLsn();
          bytes += frame.length();
          visitor.visit(frame.bytes(), frame.offset());
          listener.checked(NAME, bytes);
        }
        if (endLsn != piece.lastLsn()) {
          damages.add(damage(piece, "it ends at LSN " + endLsn));
        }
      } catch (ColophonException e) {
        damages.add(damage(piece, String.valueOf(e.getMessage())));
      }
      lastLsn = piece.lastLsn();
    }
    String detail =
        "%s in %s, up to LSN %d"
            .formatted(count(frames, "frame"), count(pieces.size(), "file"), archive.lastLsn());
    return Part.of(NAME, detail, damages);
  }

  private static void check(
      Archive archive, GenerationChain store, long nextLsn, List<Damage> damages) {
    long lastLsn = archive.lastLsn();
    List<String> problems = new ArrayList<>();
    try {
      long newest = archive.generations().newest();
      if (!store.contains(newest, lastLsn)) {
        problems.add("it has the history of another copy of the store");
      } else if (newest == store.newest() && lastLsn + 1 < nextLsn) { // else a copy went on alone
        problems.add("it ends at LSN %d, but the journal begins at %d".formatted(lastLsn, nextLsn));
      }
    } catch (ColophonException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    if (lastLsn == 0) {
      problems.add("it has no complete file");
    }
    problems.forEach(each -> damages.add(new Damage(archive.directory(), -1, each, ADVICE)));
  }

  private static Damage damage(Archive.Piece piece, String problem) {
    return new Damage(piece.file(), -1, problem, ADVICE);
  }
}

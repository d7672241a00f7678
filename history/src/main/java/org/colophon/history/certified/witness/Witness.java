// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.witness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.merkle.MerkleProofs;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.note.VerifierKey;

/**
 * Cosigns checkpoints that extend the log's last cosigned checkpoint: c2sp.org/tlog-witness. It
 * stores the last checkpoint of each log on disk before it answers. Any thread.
 */
public final class Witness {
  /**
   * An answer, as for HTTP.
   *
   * @param status 200; 400 malformed; 403 not signed by the log; 404 unknown log; 409 with the size
   *     that the witness has; 422 inconsistent; 500 if the state cannot be stored
   */
  public record Reply(int status, String mediaType, String body) {
    static Reply text(int status, String body) {
      return new Reply(status, "text/plain; charset=utf-8", body);
    }
  }

  private final SigningKey key;
  private final List<VerifierKey> logs;
  private final Path directory;
  private final LongSupplier seconds;

  /**
   * Constructs a witness.
   *
   * @param logs the logs whose checkpoints this witness cosigns
   * @param directory directory of its state
   * @param seconds returns the time in seconds since 1970
   */
  public Witness(SigningKey key, List<VerifierKey> logs, Path directory, LongSupplier seconds) {
    this.key = key;
    this.logs = List.copyOf(logs);
    this.directory = directory;
    this.seconds = seconds;
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
    } catch (IOException e) {
      throw IoFailure.of("create", directory, e);
    }
  }

  /** Handles the body of a request. */
  public Reply add(String body) {
    AddCheckpoint request;
    Checkpoint next;
    try {
      request = AddCheckpoint.parse(body);
      next = Checkpoint.parse(request.checkpoint().text());
    } catch (ColophonException e) {
      return Reply.text(400, e.getMessage() + "\n");
    }
    List<VerifierKey> known =
        logs.stream().filter(each -> each.name().equals(next.origin())).toList();
    if (known.isEmpty()) {
      return Reply.text(404, "this witness does not know the log " + next.origin() + "\n");
    }
    if (known.stream().allMatch(each -> request.checkpoint().by(each) == null)) {
      return Reply.text(403, "the checkpoint is not signed by a known key of the log\n");
    }
    if (request.oldSize() > next.size()) {
      return Reply.text(400, "the old size is above the checkpoint's\n");
    }
    return addKnown(request, next);
  }

  private synchronized Reply addKnown(AddCheckpoint request, Checkpoint next) {
    try {
      Path file = file(next.origin());
      Optional<Checkpoint> last =
          LogReader.readNote(file).map(each -> Checkpoint.parse(each.text()));
      long lastSize = last.map(Checkpoint::size).orElse(0L);
      boolean isOther =
          request.oldSize() == next.size()
              && last.isPresent()
              && !last.get().root().equals(next.root());
      if (request.oldSize() != lastSize || isOther) {
        return new Reply(409, "text/x.tlog.size", lastSize + "\n");
      }
      byte[] lastRoot = last.map(each -> each.root().toArray()).orElseGet(() -> new byte[0]);
      List<byte[]> proof = request.proof().stream().map(Bytes::toArray).toList();
      if (!MerkleProofs.isConsistent(
          lastSize, lastRoot, next.size(), next.root().toArray(), proof)) {
        return Reply.text(422, "the proof does not show that the log only grew\n");
      }
      if (last.isEmpty() || next.size() > lastSize) {
        PrivateFiles.write(file, request.checkpoint().format());
      }
      return Reply.text(200, key.cosign(next.text(), seconds.getAsLong()).line());
    } catch (IOException e) {
      return Reply.text(500, "cannot keep the state: " + IoFailure.reason(e) + "\n");
    } catch (ColophonException e) {
      return Reply.text(500, e.getMessage() + "\n");
    }
  }

  /** Returns the file of a log, whose name may have any characters. */
  private Path file(String origin) {
    byte[] hash = DigestUtils.sha256(origin);
    return directory.resolve(HexFormat.of().formatHex(hash, 0, 16) + ".checkpoint");
  }
}

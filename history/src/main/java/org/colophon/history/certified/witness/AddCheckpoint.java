// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.witness;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.note.SignedNote;

/**
 * A request to a witness.
 *
 * @param oldSize size of the checkpoint that the witness cosigned last
 * @param proof proof that the new checkpoint extends the one of {@code oldSize}
 */
public record AddCheckpoint(long oldSize, List<Bytes> proof, SignedNote checkpoint) {
  /** Maximum size of a request in bytes. */
  public static final int MAX_BYTES = 1 << 16;

  private static final int MAX_PROOF = 63;

  public AddCheckpoint {
    proof = List.copyOf(proof);
  }

  /**
   * Parses a request.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static AddCheckpoint parse(String body) {
    int end = body.indexOf("\n\n");
    List<String> lines = end < 0 ? List.of("") : List.of(body.substring(0, end).split("\n", -1));
    if (!lines.get(0).matches("old (0|[1-9][0-9]{0,17})") || lines.size() > 1 + MAX_PROOF) {
      throw malformed();
    }
    List<Bytes> proof = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      proof.add(hash(line));
    }
    return new AddCheckpoint(
        Long.parseLong(lines.get(0).substring("old ".length())),
        proof,
        SignedNote.parse(body.substring(end + 2)));
  }

  private static Bytes hash(String line) {
    try {
      byte[] hash = Base64.getDecoder().decode(line);
      if (hash.length == 32) {
        return Bytes.wrap(hash);
      }
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
    throw malformed();
  }

  private static ColophonException malformed() {
    return ErrorCode.BAD_INPUT.exception(
        "write: old SIZE, hashes of the proof, an empty line, a checkpoint");
  }

  /** Returns the body of the request. */
  public String format() {
    StringBuilder body = new StringBuilder("old ").append(oldSize).append('\n');
    proof.forEach(
        each -> body.append(Base64.getEncoder().encodeToString(each.toArray())).append('\n'));
    return body.append('\n').append(checkpoint.format()).toString();
  }
}

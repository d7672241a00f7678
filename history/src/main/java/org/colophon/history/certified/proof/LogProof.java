// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.proof;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.merkle.MerkleProofs;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;

/**
 * A proof that an entry is in a log: c2sp.org/tlog-proof.
 *
 * @param extra untrusted data that the log's owner adds; may be empty
 * @param index the entry's index
 * @param path the hashes of the proof, beginning with the entry's sibling
 */
public record LogProof(Bytes extra, long index, List<Bytes> path, SignedNote checkpoint) {
  private static final String FIRST_LINE = "c2sp.org/tlog-proof@v1";
  private static final String EXTRA = "extra ";
  private static final String INDEX = "index ";
  private static final int MAX_PATH = 63;

  public LogProof {
    path = List.copyOf(path);
  }

  /**
   * Parses a proof.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static LogProof parse(String text) {
    int end = text.indexOf("\n\n");
    if (end < 0 || !text.startsWith(FIRST_LINE + "\n")) {
      throw malformed("it does not begin with " + FIRST_LINE);
    }
    List<String> lines = List.of(text.substring(0, end).split("\n", -1));
    int at = 1;
    Bytes extra = Bytes.EMPTY;
    if (at < lines.size() && lines.get(at).startsWith(EXTRA)) {
      extra = decode(lines.get(at++).substring(EXTRA.length()));
    }
    if (at == lines.size() || !lines.get(at).matches(INDEX + "(0|[1-9][0-9]{0,17})")) {
      throw malformed("it has no index");
    }
    long index = Long.parseLong(lines.get(at++).substring(INDEX.length()));
    List<Bytes> path = new ArrayList<>();
    for (String line : lines.subList(at, lines.size())) {
      Bytes hash = decode(line);
      if (hash.length() != Hasher.BYTES || path.size() == MAX_PATH) {
        throw malformed("its path is malformed");
      }
      path.add(hash);
    }
    return new LogProof(extra, index, path, SignedNote.parse(text.substring(end + 2)));
  }

  private static Bytes decode(String base64) {
    try {
      return Bytes.wrap(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw malformed("a line is not in Base64");
    }
  }

  static ColophonException malformed(String why) {
    return ErrorCode.BAD_INPUT.exception("not a proof: " + why);
  }

  /** Returns true if the checkpoint's tree has an entry at the index. Checks no signature. */
  public boolean proves(byte[] entry) {
    Checkpoint tree = Checkpoint.parse(checkpoint.text());
    List<byte[]> hashes = path.stream().map(Bytes::toArray).toList();
    return MerkleProofs.isIncluded(
        new Hasher().leaf(entry), index, tree.size(), hashes, tree.root().toArray());
  }

  /** Returns the text. */
  public String format() {
    StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
    if (!extra.isEmpty()) {
      text.append(EXTRA).append(encode(extra)).append('\n');
    }
    text.append(INDEX).append(index).append('\n');
    path.forEach(each -> text.append(encode(each)).append('\n'));
    return text.append('\n').append(checkpoint.format()).toString();
  }

  private static String encode(Bytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.toArray());
  }
}

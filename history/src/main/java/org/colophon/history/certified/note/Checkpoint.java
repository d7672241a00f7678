// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.util.Base64;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * The state of a log: c2sp.org/tlog-checkpoint. Extension lines are accepted and ignored.
 *
 * @param origin the log's name
 * @param size number of entries
 * @param root hash of the tree of these entries
 */
public record Checkpoint(String origin, long size, Bytes root) {
  /**
   * Parses the text of a note.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static Checkpoint parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() < 3 || lines.stream().anyMatch(String::isEmpty)) {
      throw malformed(text);
    }
    String size = lines.get(1);
    if (!size.matches("0|[1-9][0-9]{0,18}")) {
      throw malformed(text);
    }
    try {
      byte[] root = Base64.getDecoder().decode(lines.get(2));
      if (root.length == 32) {
        return new Checkpoint(lines.get(0), Long.parseLong(size), Bytes.wrap(root));
      }
    } catch (IllegalArgumentException e) {
      throw malformed(text);
    }
    throw malformed(text);
  }

  private static ColophonException malformed(String text) {
    String shown = text.substring(0, Math.min(text.length(), 80)).replace('\n', ' ');
    return ErrorCode.BAD_INPUT.exception("not a checkpoint of a log: " + shown);
  }

  /** Returns the text to sign. */
  public String text() {
    return origin + "\n" + size + "\n" + Base64.getEncoder().encodeToString(root.toArray()) + "\n";
  }
}

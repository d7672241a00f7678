// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;

/**
 * Definition that takes effect when it is found in the binary log.
 *
 * @param name template or text, from which the statement can be restored
 * @param text hash of the text, see {@link org.colophon.reporters.mysql.binlog.StatementHash}
 * @param verb first word of the text
 */
public record PendingDefinition(
    long process,
    List<ResolvedTableUse> touches,
    Statement statement,
    LogOutcome outcome,
    Bytes name,
    long text,
    String verb) {
  /** Returns whether the definition affects tables. */
  public boolean hasEffect() {
    return touches.stream().anyMatch(touch -> touch.access().isWrite())
        || !statement.renames().isEmpty()
        || statement.kind() == StatementKind.DROP_DATABASE;
  }

  private static String lower(Bytes text) {
    return text.toString().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether a text contains the names of all written tables. Temporary tables do not count,
   * because the binary log omits them.
   */
  private boolean names(Bytes other) {
    String lower = lower(other);
    return touches.stream()
        .filter(touch -> touch.access().isWrite() && !touch.isTemporary())
        .map(touch -> lower(touch.name().table()))
        .allMatch(lower::contains);
  }

  /**
   * Returns whether the server may have rewritten the definition to this text: it has the same verb
   * and tables.
   */
  public boolean isLike(Bytes other) {
    byte[] bytes = other.toArray();
    return verb(bytes, 0, bytes.length).equals(verb) && names(other);
  }

  /** Returns the first word of a text in upper case; empty if it begins with a comment. */
  public static String verb(byte[] text, int from, int to) {
    StringBuilder word = new StringBuilder();
    for (int i = from; i < to && word.length() < 16; i++) {
      boolean isLetter = (text[i] | 0x20) >= 'a' && (text[i] | 0x20) <= 'z';
      if (isLetter) {
        word.append((char) (text[i] & ~0x20));
      } else if (word.length() > 0 || text[i] > ' ') {
        break;
      }
    }
    return word.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.VerifierKey;

/**
 * A signed state of a log, for programs that copy the history. Such a program builds the log again
 * from the frames of these LSNs, and so checks that its copy equals the signed history.
 *
 * @param key the log's key
 * @param firstLsn first LSN of the first entry
 * @param lastLsn last LSN of the last entry
 * @param note the checkpoint, also with cosignatures
 */
public record LogHead(VerifierKey key, long firstLsn, long lastLsn, SignedNote note) {
  private static final int OWN_SIGNATURES = 2;
  private static final int MAX_ENCODED = 4096;

  public Checkpoint tree() {
    return Checkpoint.parse(note.text());
  }

  /** Returns true if the key has signed the checkpoint. */
  public boolean isSigned() {
    return tree().origin().equals(key.name()) && note.by(key) != null;
  }

  /** Returns true if the note has cosignatures of witnesses. */
  public boolean isCosigned() {
    return note.signatures().size() > OWN_SIGNATURES;
  }

  /** Returns the text form: the key, both LSNs, and the note. */
  public String format() {
    return key + "\n" + firstLsn + " " + lastLsn + "\n" + note.format();
  }

  /**
   * Parses the text.
   *
   * @throws ColophonException BAD_INPUT, BAD_REQUEST
   */
  public static LogHead parse(String text) {
    String[] parts = text.split("\n", 3);
    String[] lsns = parts.length < 3 ? new String[0] : parts[1].split(" ", -1);
    if (lsns.length != 2 || !parts[1].matches("[0-9]{1,18} [0-9]{1,18}")) {
      throw malformed();
    }
    LogHead head =
        new LogHead(
            VerifierKey.parse(parts[0]),
            Long.parseLong(lsns[0]),
            Long.parseLong(lsns[1]),
            SignedNote.parse(parts[2]));
    if (!head.isSigned()) {
      throw malformed();
    }
    return head;
  }

  private static ColophonException malformed() {
    return ErrorCode.BAD_INPUT.exception("not a signed state of a log");
  }

  /** Returns the text for a header or parameter of HTTP, without cosignatures if it is long. */
  public String encode() {
    String text = base64();
    List<SignedNote.Signature> own =
        note.signatures().subList(0, Math.min(OWN_SIGNATURES, note.signatures().size()));
    return text.length() <= MAX_ENCODED
        ? text
        : new LogHead(key, firstLsn, lastLsn, new SignedNote(note.text(), own)).base64();
  }

  private String base64() {
    return Base64.getUrlEncoder().encodeToString(format().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Decodes the text of a header or parameter.
   *
   * @throws ColophonException BAD_INPUT, BAD_REQUEST
   */
  public static LogHead decode(String text) {
    try {
      return parse(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_INPUT.exception("not a signed state of a log: " + text, e);
    }
  }
}

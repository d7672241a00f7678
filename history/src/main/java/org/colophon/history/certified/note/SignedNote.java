// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A text with signatures: c2sp.org/signed-note.
 *
 * @param text ends with a newline
 */
public record SignedNote(String text, List<Signature> signatures) {
  private static final int MAX_SIGNATURES = 100;
  private static final Pattern LINE = Pattern.compile("\u2014 ([^ +]+) ([A-Za-z0-9+/]+={0,2})");
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x09\\x0b-\\x1f\ufffd]");

  /**
   * A signature.
   *
   * @param keyId the id of the key with the name
   * @param bytes the bytes after the key id
   */
  public record Signature(String name, int keyId, Bytes bytes) {
    /** Returns the time of a cosignature, in seconds since 1970. */
    public long timeSeconds() {
      return ByteBuffer.wrap(bytes.toArray()).getLong();
    }

    /** Returns the line with its newline. */
    public String line() {
      byte[] data =
          ByteBuffer.allocate(Integer.BYTES + bytes.length())
              .putInt(keyId)
              .put(bytes.toArray())
              .array();
      return "\u2014 " + name + " " + Base64.getEncoder().encodeToString(data) + "\n";
    }
  }

  public SignedNote {
    signatures = List.copyOf(signatures);
  }

  /**
   * Parses a note.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static SignedNote parse(String note) {
    int end = note.lastIndexOf("\n\n");
    if (end < 0 || CONTROL.matcher(note).find()) {
      throw malformed("it has no text with signatures");
    }
    return new SignedNote(note.substring(0, end + 1), parseSignatures(note.substring(end + 2)));
  }

  /**
   * Parses signature lines, each with its newline.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static List<Signature> parseSignatures(String lines) {
    if (!lines.endsWith("\n")) {
      throw malformed("it does not end with a signature");
    }
    List<Signature> signatures = new ArrayList<>();
    for (String line : lines.substring(0, lines.length() - 1).split("\n", -1)) {
      signatures.add(parseLine(line));
    }
    if (signatures.size() > MAX_SIGNATURES) {
      throw malformed("it has more than " + MAX_SIGNATURES + " signatures");
    }
    return signatures;
  }

  private static Signature parseLine(String line) {
    Matcher parts = LINE.matcher(line);
    byte[] data = parts.matches() ? VerifierKey.decode(parts.group(2)) : new byte[0];
    if (data.length <= Integer.BYTES) {
      throw malformed("a line is not a signature");
    }
    return new Signature(
        parts.group(1),
        ByteBuffer.wrap(data).getInt(),
        Bytes.copyOf(data, Integer.BYTES, data.length));
  }

  private static ColophonException malformed(String why) {
    return ErrorCode.BAD_INPUT.exception("not a signed note: " + why);
  }

  /** Returns the signature by a key; null if it is missing or forged. */
  public @Nullable Signature by(VerifierKey key) {
    Signature found = null;
    int id = key.id();
    for (Signature each : signatures) {
      if (each.keyId() == id && each.name().equals(key.name())) {
        if (!key.hasSigned(text, each)) {
          return null;
        }
        found = each;
      }
    }
    return found;
  }

  public SignedNote with(List<Signature> more) {
    List<Signature> all = new ArrayList<>(signatures);
    all.addAll(more);
    return new SignedNote(text, all);
  }

  /** Returns the whole note. */
  public String format() {
    StringBuilder note = new StringBuilder(text).append('\n');
    signatures.forEach(each -> note.append(each.line()));
    return note.toString();
  }
}

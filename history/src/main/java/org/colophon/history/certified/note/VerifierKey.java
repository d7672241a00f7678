// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * A public key in the form {@code NAME+ID+KEY}: c2sp.org/signed-note.
 *
 * @param type {@link #LOG} or {@link #COSIGNER}
 * @param key 32 bytes
 */
public record VerifierKey(String name, byte type, Bytes key) {
  /** Type of a key that signs the text of a note. */
  public static final byte LOG = 1;

  /** Type of a key that signs a checkpoint together with the time: c2sp.org/tlog-cosignature. */
  public static final byte COSIGNER = 4;

  private static final Pattern NAME = Pattern.compile("[^\\s+\\p{Cntrl}\\p{Z}]{1,255}");
  private static final Pattern FORM =
      Pattern.compile("([^+]+)\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)");

  public VerifierKey {
    checkName(name);
  }

  static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a key's name has 1 to 255 characters, none of them a space or a plus: " + name);
    }
  }

  /**
   * Parses a key.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public static VerifierKey parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (form.matches()) {
      byte[] data = decode(form.group(3));
      boolean isKnown =
          data.length == 1 + Ed25519.KEY_BYTES && (data[0] == LOG || data[0] == COSIGNER);
      if (isKnown) {
        VerifierKey key =
            new VerifierKey(form.group(1), data[0], Bytes.copyOf(data, 1, data.length));
        if (key.hexId().equals(form.group(2))) {
          return key;
        }
      }
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "not the public key of a log or witness (NAME+ID+KEY, as colophon keygen prints it): "
            + text.strip());
  }

  /** Decodes Base64. Returns an empty array if the text is not the canonical form of its bytes. */
  static byte[] decode(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return Base64.getEncoder().encodeToString(bytes).equals(base64) ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** Returns the id that a signature names. */
  public int id() {
    byte[] prefix = (name + "\n").getBytes(StandardCharsets.UTF_8);
    ByteBuffer hashed = ByteBuffer.allocate(prefix.length + 1 + key.length());
    hashed.put(prefix).put(type).put(key.toArray());
    return ByteBuffer.wrap(DigestUtils.sha256(hashed.array())).getInt();
  }

  /** Returns the id as eight hexadecimal digits. */
  public String hexId() {
    return String.format(Locale.ROOT, "%08x", id());
  }

  /** Returns the key of the same owner for cosignatures. */
  public VerifierKey cosigner() {
    return new VerifierKey(name, COSIGNER, key);
  }

  /** Returns true if a signature of a text is by this key. */
  public boolean hasSigned(String text, SignedNote.Signature signature) {
    byte[] bytes = signature.bytes().toArray();
    if (type == LOG) {
      return isValid(text.getBytes(StandardCharsets.UTF_8), bytes);
    }
    return bytes.length == Long.BYTES + Ed25519.SIGNATURE_BYTES
        && isValid(
            SigningKey.cosigned(signature.timeSeconds(), text).getBytes(StandardCharsets.UTF_8),
            Arrays.copyOfRange(bytes, Long.BYTES, bytes.length));
  }

  boolean isValid(byte[] message, byte[] signature) {
    return Ed25519.isValid(key.toArray(), message, signature);
  }

  /** Returns the text form. */
  @Override
  public String toString() {
    byte[] data = new byte[1 + key.length()];
    data[0] = type;
    key.copyTo(data, 1);
    return name + "+" + hexId() + "+" + Base64.getEncoder().encodeToString(data);
  }
}

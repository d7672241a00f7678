// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * A secret key in the form of Go's package {@code sumdb/note}: {@code PRIVATE+KEY+NAME+ID+SEED}.
 * Any thread.
 */
public final class SigningKey implements Signer {
  private static final Pattern FORM =
      Pattern.compile("PRIVATE\\+KEY\\+([^+]+)\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)");

  private final VerifierKey verifier;
  private final byte[] seed;

  private SigningKey(String name, byte[] seed) {
    this.seed = seed;
    this.verifier = new VerifierKey(name, VerifierKey.LOG, Bytes.wrap(Ed25519.publicKey(seed)));
  }

  /** Returns a new key. */
  public static SigningKey generate(String name) {
    byte[] seed = new byte[Ed25519.KEY_BYTES];
    new SecureRandom().nextBytes(seed);
    return new SigningKey(name, seed);
  }

  /**
   * Parses a key.
   *
   * @throws ColophonException BAD_REQUEST, without the key in its message
   */
  public static SigningKey parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (form.matches()) {
      byte[] data = VerifierKey.decode(form.group(3));
      if (data.length == 1 + Ed25519.KEY_BYTES && data[0] == VerifierKey.LOG) {
        SigningKey key = new SigningKey(form.group(1), Arrays.copyOfRange(data, 1, data.length));
        if (key.hexId().equals(form.group(2))) {
          return key;
        }
      }
    }
    throw ErrorCode.BAD_REQUEST.exception("not a secret key that colophon keygen has made");
  }

  private String hexId() {
    return String.format(Locale.ROOT, "%08x", verifier.id());
  }

  public String name() {
    return verifier.name();
  }

  /** Returns the key that verifies the signatures of a log. */
  @Override
  public VerifierKey verifier() {
    return verifier;
  }

  /** Returns the key that verifies the signatures of a witness. */
  public VerifierKey cosigner() {
    return verifier.cosigner();
  }

  @Override
  public List<SignedNote.Signature> sign(String text, long seconds) {
    return List.of(sign(text), cosign(text, seconds));
  }

  public SignedNote.Signature sign(String text) {
    return new SignedNote.Signature(
        name(), verifier.id(), Bytes.wrap(signed(text.getBytes(StandardCharsets.UTF_8))));
  }

  /** Signs a checkpoint together with a time. */
  public SignedNote.Signature cosign(String text, long seconds) {
    byte[] bytes =
        ByteBuffer.allocate(Long.BYTES + Ed25519.SIGNATURE_BYTES)
            .putLong(seconds)
            .put(signed(cosigned(seconds, text).getBytes(StandardCharsets.UTF_8)))
            .array();
    return new SignedNote.Signature(name(), cosigner().id(), Bytes.wrap(bytes));
  }

  byte[] signed(byte[] message) {
    return Ed25519.sign(seed, message);
  }

  static String cosigned(long seconds, String text) {
    return "cosignature/v1\ntime " + seconds + "\n" + text;
  }

  /** Returns the text form, which is secret. */
  public String format() {
    byte[] data = new byte[1 + seed.length];
    data[0] = VerifierKey.LOG;
    System.arraycopy(seed, 0, data, 1, seed.length);
    return "PRIVATE+KEY+" + name() + "+" + hexId() + "+" + Base64.getEncoder().encodeToString(data);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.NamedParameterSpec;

/** Signs and verifies as defined in RFC 8032, with keys of 32 bytes. Uses Java's own provider. */
public final class Ed25519 {
  static final int KEY_BYTES = 32;
  static final int SIGNATURE_BYTES = 64;

  private static final String NAME = "Ed25519";

  private Ed25519() {}

  static byte[] sign(byte[] seed, byte[] message) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initSign(
          KeyFactory.getInstance(NAME)
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed)));
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean isValid(byte[] publicKey, byte[] message, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initVerify(
          KeyFactory.getInstance(NAME)
              .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(publicKey))));
      signature.update(message);
      return signature.verify(signed);
    } catch (SignatureException | InvalidKeyException | InvalidKeySpecException e) {
      return false; // a malformed signature, or a key that is not a point of the curve
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EdECPoint point(byte[] key) {
    byte[] bigEndian = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      bigEndian[i] = key[KEY_BYTES - 1 - i];
    }
    boolean isOdd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7f;
    return new EdECPoint(isOdd, new BigInteger(1, bigEndian));
  }

  /** Returns the public key of a secret one. */
  public static byte[] publicKey(byte[] seed) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(NAME);
      generator.initialize(NamedParameterSpec.ED25519, new FixedRandom(seed));
      EdECPoint point = ((EdECPublicKey) generator.generateKeyPair().getPublic()).getPoint();
      byte[] key = new byte[KEY_BYTES];
      byte[] bigEndian = point.getY().toByteArray();
      for (int i = 0; i < Math.min(KEY_BYTES, bigEndian.length); i++) {
        key[i] = bigEndian[bigEndian.length - 1 - i];
      }
      key[KEY_BYTES - 1] |= point.isXOdd() ? (byte) 0x80 : 0;
      return key;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the seed as random bytes. Java has no other way to compute a public key from a secret
   * one.
   */
  private static final class FixedRandom extends SecureRandom {
    private static final long serialVersionUID = 1;
    private final byte[] seed;

    FixedRandom(byte[] seed) {
      this.seed = seed;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
  }
}

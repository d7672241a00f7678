// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.KeyAgreement;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.client.protocol.PemFiles;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.history.certified.note.Ed25519;
import org.colophon.query.text.AsciiJson;

/**
 * A secret key that signs documents in DSSE v1 envelopes: ECDSA P-256 with SHA-256, or Ed25519. Any
 * thread.
 *
 * @see <a href="https://github.com/secure-systems-lab/dsse/blob/v1.0.0/protocol.md">DSSE v1</a>
 */
final class DsseKey {
  private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final String CURVE = "secp256r1";

  private final PrivateKey key;
  private final String algorithm;
  private final PublicKey publicKey;

  private DsseKey(PrivateKey key, String algorithm, List<PublicKey> candidates)
      throws GeneralSecurityException {
    this.key = key;
    this.algorithm = algorithm;
    byte[] sample = ED25519_HEAD; // any bytes
    byte[] signed = signed(sample);
    for (PublicKey each : candidates) {
      Signature check = Signature.getInstance(algorithm);
      check.initVerify(each);
      check.update(sample);
      if (check.verify(signed)) {
        this.publicKey = each;
        return;
      }
    }
    throw new GeneralSecurityException("its public key cannot be computed");
  }

  /**
   * Reads a key.
   *
   * @param file an unencrypted key of PKCS #8 in PEM
   * @throws ColophonException BAD_REQUEST if the file has no such key; IO_FAILED
   */
  static DsseKey read(Path file) {
    try {
      PrivateKey key = PemFiles.privateKey(file);
      if (key instanceof EdECPrivateKey ed && isEd25519(ed)) {
        byte[] raw = Ed25519.publicKey(ed.getBytes().orElseThrow());
        return new DsseKey(key, "Ed25519", List.of(ed25519(raw)));
      }
      if (key instanceof ECPrivateKey ec && isP256(ec.getParams())) {
        return new DsseKey(key, "SHA256withECDSA", p256(ec));
      }
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    } catch (GeneralSecurityException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s has no usable key: %s; make one: openssl genpkey -algorithm ed25519 -out KEY"
              .formatted(file, e.getMessage()),
          e);
    }
    throw ErrorCode.BAD_REQUEST.exception(
        file
            + " has a key of another kind; use Ed25519 or ECDSA P-256, such as: openssl genpkey -algorithm ed25519 -out KEY");
  }

  /** Returns the SHA-256 of the public key's DER form, in hexadecimal digits. */
  String id() {
    return DigestUtils.sha256Hex(publicKey.getEncoded());
  }

  /** Returns an envelope in JSON on one line. */
  byte[] envelope(String payloadType, byte[] payload) throws IOException {
    Base64.Encoder base64 = Base64.getEncoder();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("payloadType", payloadType);
      json.writeStringField("payload", base64.encodeToString(payload));
      json.writeArrayFieldStart("signatures");
      json.writeStartObject();
      json.writeStringField("keyid", id());
      json.writeStringField("sig", base64.encodeToString(signed(encoding(payloadType, payload))));
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // the key has signed before
    }
    return out.toByteArray();
  }

  /** Returns the bytes that are signed: PAE of the specification. */
  private static byte[] encoding(String type, byte[] payload) {
    int typeBytes = type.getBytes(StandardCharsets.UTF_8).length;
    String head = "DSSEv1 " + typeBytes + " " + type + " " + payload.length + " ";
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    message.writeBytes(payload);
    return message.toByteArray();
  }

  private byte[] signed(byte[] message) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(message);
    return signature.sign();
  }

  private static boolean isEd25519(EdECPrivateKey key) {
    return key.getParams().getName().equals(NamedParameterSpec.ED25519.getName());
  }

  private static PublicKey ed25519(byte[] raw) throws GeneralSecurityException {
    ByteArrayOutputStream der = new ByteArrayOutputStream();
    der.writeBytes(ED25519_HEAD);
    der.writeBytes(raw);
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new X509EncodedKeySpec(der.toByteArray()));
  }

  private static boolean isP256(ECParameterSpec found) throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec(CURVE));
    ECParameterSpec wanted = parameters.getParameterSpec(ECParameterSpec.class);
    return found.getCurve().equals(wanted.getCurve())
        && found.getGenerator().equals(wanted.getGenerator());
  }

  /**
   * Returns the public key, and the key of the opposite point. Java does not compute a public key
   * from a secret one. But a key agreement with the generator gives its x, which two points have.
   */
  private static List<PublicKey> p256(ECPrivateKey key) throws GeneralSecurityException {
    ECParameterSpec curve = key.getParams();
    KeyFactory factory = KeyFactory.getInstance("EC");
    KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(key);
    agreement.doPhase(
        factory.generatePublic(new ECPublicKeySpec(curve.getGenerator(), curve)), true);
    BigInteger x = new BigInteger(1, agreement.generateSecret());
    BigInteger p = ((ECFieldFp) curve.getCurve().getField()).getP();
    BigInteger square =
        x.pow(3).add(curve.getCurve().getA().multiply(x)).add(curve.getCurve().getB());
    BigInteger y = square.modPow(p.add(BigInteger.ONE).shiftRight(2), p); // p is 3 modulo 4
    return List.of(
        factory.generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve)),
        factory.generatePublic(new ECPublicKeySpec(new ECPoint(x, p.subtract(y)), curve)));
  }
}

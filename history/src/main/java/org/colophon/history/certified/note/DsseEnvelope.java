// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;

/**
 * A signed document: DSSE v1. The signature covers type and content, so it is not valid for another
 * kind of document. Nor is the signature valid for a checkpoint: the signed bytes begin with a word
 * and a space, but a checkpoint begins with a key's name, which has no spaces.
 *
 * @param signature empty in a document that is to be signed
 */
public record DsseEnvelope(String payloadType, Bytes payload, Bytes signature) {
  /** Returns a signed document. */
  public static DsseEnvelope sign(String payloadType, byte[] payload, SigningKey key) {
    return new DsseEnvelope(
        payloadType,
        Bytes.copyOf(payload, 0, payload.length),
        Bytes.wrap(key.signed(encoding(payloadType, payload))));
  }

  /** Returns true if a key has signed the document. */
  public boolean isSignedBy(VerifierKey key) {
    return key.isValid(encoding(payloadType, payload.toArray()), signature.toArray());
  }

  /** Returns the encoding that is signed. */
  private static byte[] encoding(String type, byte[] payload) {
    int typeBytes = type.getBytes(StandardCharsets.UTF_8).length;
    String head = "DSSEv1 " + typeBytes + " " + type + " " + payload.length + " ";
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    message.writeBytes(payload);
    return message.toByteArray();
  }
}

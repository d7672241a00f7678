// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.signer;

import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.Signer;
import org.colophon.history.certified.note.VerifierKey;

/** Requests signatures from a {@link SignerServer}. One thread. */
public final class RemoteSigner implements Signer {
  private static final int MAX_ANSWER = 4096;
  private static final String REFUSED = "refused: ";

  private final Path socket;
  private final VerifierKey key;

  /**
   * Constructs a signer. Requests the public key.
   *
   * @throws ColophonException IO_FAILED if the signer does not answer
   */
  public RemoteSigner(Path socket) {
    this.socket = socket;
    this.key = VerifierKey.parse(exchange("key\n"));
  }

  @Override
  public VerifierKey verifier() {
    return key;
  }

  @Override
  public List<SignedNote.Signature> sign(String text, long seconds) {
    String answer = exchange(seconds + "\n" + text + "\n");
    if (answer.startsWith(REFUSED)) {
      throw ErrorCode.NOT_PERMITTED.exception(answer.substring(REFUSED.length()).strip());
    }
    List<SignedNote.Signature> signatures = SignedNote.parseSignatures(answer);
    if (new SignedNote(text, signatures).by(key) == null) {
      throw ErrorCode.IO_FAILED.exception(
          "the signer at %s signs with another key than the log's".formatted(socket));
    }
    return signatures;
  }

  private String exchange(String request) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        InputStream in = Channels.newInputStream(channel)) {
      ByteBuffer rest = StandardCharsets.UTF_8.encode(request);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      return new String(in.readNBytes(MAX_ANSWER), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the signer at %s does not answer: %s; start it with colophon sign"
              .formatted(socket, IoFailure.reason(e)),
          e);
    }
  }
}

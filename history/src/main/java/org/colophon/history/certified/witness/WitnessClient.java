// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.witness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.merkle.MerkleTree;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.VerifierKey;
import org.jspecify.annotations.Nullable;

/** Requests cosignatures from one witness. One thread. */
public final class WitnessClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final VerifierKey key;
  private final URI url;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private long lastSize;

  /**
   * Constructs a client.
   *
   * @param url the witness's submission prefix
   */
  public WitnessClient(VerifierKey key, URI url) {
    this.key = key;
    this.url = URI.create(url.toString().replaceAll("/+$", "") + "/add-checkpoint");
  }

  /**
   * Returns a cosignature of a checkpoint.
   *
   * @param tree the log's tree, of the checkpoint's size or larger
   * @throws ColophonException STORE_CORRUPT if the witness has seen a longer log, or another one;
   *     IO_FAILED if it does not answer with its signature; NOT_PERMITTED if it does not know the
   *     log
   */
  public SignedNote.Signature cosign(SignedNote checkpoint, MerkleTree tree) {
    Checkpoint now = Checkpoint.parse(checkpoint.text());
    HttpResponse<String> response = send(checkpoint, tree, now);
    if (response.statusCode() == 409 && response.body().matches("[0-9]{1,18}\n")) {
      long size = Long.parseLong(response.body().strip());
      if (size > now.size()) {
        throw ErrorCode.STORE_CORRUPT.exception(
            "the witness %s has seen %d entries of the log, which now has %d: its end is cut off"
                .formatted(key.name(), size, now.size()));
      }
      if (size == now.size() && lastSize == size) {
        throw changed(size);
      }
      lastSize = size;
      response = send(checkpoint, tree, now);
    }
    if (response.statusCode() == 409 || response.statusCode() == 422) {
      throw changed(lastSize);
    }
    if (response.statusCode() != 200) {
      boolean isRefused = response.statusCode() == 403 || response.statusCode() == 404;
      throw new ColophonException(
          isRefused ? ErrorCode.NOT_PERMITTED : ErrorCode.IO_FAILED,
          "the witness %s answers %d: %s"
              .formatted(key.name(), response.statusCode(), response.body().strip()));
    }
    SignedNote.Signature signature = signature(checkpoint, response.body());
    lastSize = now.size();
    return signature;
  }

  private ColophonException changed(long size) {
    return ErrorCode.STORE_CORRUPT.exception(
        "the witness %s has seen another history of the log's first %d entries"
            .formatted(key.name(), size));
  }

  private SignedNote.Signature signature(SignedNote checkpoint, String body) {
    try {
      SignedNote answered = new SignedNote(checkpoint.text(), SignedNote.parseSignatures(body));
      SignedNote.Signature signature = answered.by(key);
      if (signature != null) {
        return signature;
      }
    } catch (ColophonException e) {
      throw unsigned(e);
    }
    throw unsigned(null);
  }

  private ColophonException unsigned(@Nullable ColophonException cause) {
    return ErrorCode.IO_FAILED.exception(
        url + " does not answer with a signature of " + key.name(), cause);
  }

  private HttpResponse<String> send(SignedNote checkpoint, MerkleTree tree, Checkpoint now) {
    List<Bytes> proof =
        lastSize > now.size()
            ? List.of()
            : tree.consistency(lastSize, now.size()).stream().map(Bytes::wrap).toList();
    String body = new AddCheckpoint(Math.min(lastSize, now.size()), proof, checkpoint).format();
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "text/plain; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the witness %s at %s does not answer: %s"
              .formatted(key.name(), url, IoFailure.reason(e)),
          e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("asking a witness", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;

/**
 * The digests of files that were read to their end, so that a second import changes nothing. They
 * are positions of the store: one for each first byte of a digest, with the last digests. One
 * thread.
 */
public final class ImportedFiles {
  private static final int DIGEST_BYTES = 16;
  private static final int MAX_DIGESTS = 128;
  private static final int READ_BYTES = 1 << 18;

  private final ReporterContext context;
  private final OperationSink sink;
  private final String options;

  /**
   * Creates a view of a store's imported files.
   *
   * @param sink receives the digests
   * @param options all that changes the meaning of a file, besides its content
   */
  public ImportedFiles(ReporterContext context, OperationSink sink, String options) {
    this.context = context;
    this.sink = sink;
    this.options = options;
  }

  /** A file's content up to a size. */
  record Content(Bytes digest, long size) {}

  /** Reads a file from its beginning to its present end; the channel keeps its position. */
  Content content(FileChannel channel) throws IOException {
    MessageDigest sha = DigestUtils.getSha256Digest();
    sha.update(Bytes.of(options + "\0").toArray());
    ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
    long size = 0;
    for (int count = channel.read(buffer, 0); count >= 0; count = channel.read(buffer, size)) {
      sha.update(buffer.array(), 0, count);
      size += count;
      buffer.clear();
    }
    return new Content(Bytes.copyOf(sha.digest(), 0, DIGEST_BYTES), size);
  }

  boolean contains(Bytes digest) {
    Bytes all = context.position(source(digest));
    for (int at = 0; at + DIGEST_BYTES <= all.length(); at += DIGEST_BYTES) {
      if (all.slice(at, at + DIGEST_BYTES).equals(digest)) {
        return true;
      }
    }
    return false;
  }

  /** Adds a file after all of its operations were published. Forgets the oldest of too many. */
  void add(Bytes digest) {
    Bytes before = context.position(source(digest));
    int end = Math.min(before.length(), (MAX_DIGESTS - 1) * DIGEST_BYTES);
    sink.begin();
    sink.position(source(digest), digest.concat(before.slice(0, end)));
    sink.flush();
  }

  private static String source(Bytes digest) {
    return "dsl imported %02x".formatted(digest.at(0));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.colophon.core.files.PrivateFiles;

/**
 * Temporary file for records that do not fit into memory, deleted after use. Holds frames as in the
 * journal, without segments. Written completely first, then read by any number of cursors. One
 * thread.
 */
public final class ScratchFrames implements Closeable {
  /** The file has no other writer, so its frames need no protection against false frames. */
  private static final int NO_SALT = 0;

  private final FileChannel channel;
  private final RecordEncoder encoder = new RecordEncoder();
  private long endBytes;

  private ScratchFrames(FileChannel channel) {
    this.channel = channel;
  }

  /** Creates the file, readable by its owner only; it is deleted when this is closed. */
  public static ScratchFrames create(Path file) throws IOException {
    return new ScratchFrames(
        PrivateFiles.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.DELETE_ON_CLOSE));
  }

  /** Returns the encoder of the next frame. */
  public RecordEncoder encoder() {
    return encoder;
  }

  /** Returns the offset of the next frame. */
  public long endBytes() {
    return endBytes;
  }

  /**
   * Writes the encoder's records as a frame.
   *
   * @param lastLsn LSN of the last record
   */
  public void write(long lastLsn) throws IOException {
    int length = encoder.finish(lastLsn, 0, 0, false, NO_SALT);
    ByteBuffer frame = ByteBuffer.wrap(encoder.frame(), 0, length);
    while (frame.hasRemaining()) {
      endBytes += channel.write(frame, endBytes);
    }
  }

  /** Returns a cursor over the frames between two offsets. */
  public Cursor read(long fromBytes, long toBytes) {
    return new Cursor(fromBytes, toBytes);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Cursor over frames; only a loaded frame takes memory. */
  public final class Cursor {
    private static final byte[] NOTHING = new byte[0];

    private final RecordDecoder decoder = new RecordDecoder();
    private final long to;
    private long at;
    private byte[] frame = NOTHING;

    private Cursor(long from, long to) {
      this.at = from;
      this.to = to;
    }

    /** Returns the first LSN of the frame that {@link #load} would load; 0 at the end. */
    public long nextLsn() throws IOException {
      frame = NOTHING;
      if (at >= to) {
        return 0;
      }
      byte[] header = new byte[FrameFormat.HEADER_BYTES];
      fill(header);
      return FrameFormat.facts(header, 0).firstLsn();
    }

    /** Loads the next frame. */
    public RecordDecoder load() throws IOException {
      byte[] header = new byte[FrameFormat.HEADER_BYTES];
      fill(header);
      frame = new byte[FrameFormat.frameBytes(header, 0)];
      fill(frame);
      if (!FrameFormat.isIntact(frame, 0, NO_SALT)) {
        throw new IOException("a scratch file was changed by another program");
      }
      at += frame.length;
      decoder.reset(frame, 0);
      return decoder;
    }

    private void fill(byte[] target) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(target);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, at + buffer.position()) < 0) {
          throw new IOException("a scratch file was truncated by another program");
        }
      }
    }
  }
}

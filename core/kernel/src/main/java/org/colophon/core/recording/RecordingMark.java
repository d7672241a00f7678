// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.recording;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import org.colophon.core.model.Bytes;

/**
 * Mark of an active recording. It is published as the position of a source of its own when the
 * recording begins, and removed when it ends. A mark that outlives its recorder means that the
 * recording ended without notice.
 *
 * <pre>
 * version 1 byte | root 8 | coverage 1 | remote 1 | begun 8 | pid 8 | start 8 | host, boot, pid
 * namespace, name: length 2 bytes and modified UTF-8 each
 * </pre>
 *
 * @param name the name of the recording's reporter.
 * @param coverage the possible losses of a sudden end.
 * @param root the first process that the reporter declared, 0 if none yet.
 * @param begunNanos wall-clock begin, nanoseconds since 1970.
 * @param isRemote true if the recorder reports to a service, and may outlive it.
 * @param recorder the process that runs the recording.
 */
public record RecordingMark(
    String name,
    Coverage coverage,
    long root,
    long begunNanos,
    boolean isRemote,
    Recorder recorder) {
  /** Offset of the root's id in an encoded mark. */
  public static final int ROOT_AT = 1;

  private static final String PREFIX = "recording/";
  private static final int VERSION = 1;
  private static final int MAX_NAME = 200;

  public RecordingMark {
    name = name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
  }

  /**
   * Returns a mark of a recording that begins now.
   *
   * @param watchesProcesses true if the reporter watches its processes until they end
   */
  public static RecordingMark beginning(
      String name, boolean watchesProcesses, boolean isRemote, Recorder recorder) {
    Coverage coverage = watchesProcesses ? Coverage.PROCESSES : Coverage.ANYTHING;
    long now = System.currentTimeMillis() * 1_000_000L;
    return new RecordingMark(name, coverage, 0, now, isRemote, recorder);
  }

  /** Returns a name for the source that holds a new mark. */
  public static String newSource() {
    return PREFIX + UUID.randomUUID();
  }

  /** Returns true if a source of this name holds a mark. */
  public static boolean isSource(String source) {
    return source.startsWith(PREFIX);
  }

  /** Returns the same mark with the first process. */
  public RecordingMark withRoot(long process) {
    return new RecordingMark(name, coverage, process, begunNanos, isRemote, recorder);
  }

  /** Returns the same mark for a recording that resumes from a position. */
  public RecordingMark resumable() {
    return new RecordingMark(name, Coverage.NOTHING, root, begunNanos, isRemote, recorder);
  }

  /** Returns the mark as a position. */
  public Bytes encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(root);
      out.writeByte(coverage.code());
      out.writeBoolean(isRemote);
      out.writeLong(begunNanos);
      out.writeLong(recorder.pid());
      out.writeLong(recorder.startTicks());
      out.writeUTF(recorder.hostId());
      out.writeUTF(recorder.bootId());
      out.writeUTF(recorder.pidNamespace());
      out.writeUTF(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  /** Reads an encoded mark; empty if a newer Colophon wrote it, or if it is not a mark. */
  public static Optional<RecordingMark> decode(Bytes position) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(position.toArray()))) {
      return in.readUnsignedByte() == VERSION ? Optional.of(read(in)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static RecordingMark read(DataInputStream in) throws IOException {
    long root = in.readLong();
    Coverage coverage = Coverage.of(in.readUnsignedByte());
    boolean isRemote = in.readBoolean();
    long begun = in.readLong();
    long pid = in.readLong();
    long start = in.readLong();
    Recorder recorder = new Recorder(in.readUTF(), in.readUTF(), in.readUTF(), pid, start);
    return new RecordingMark(in.readUTF(), coverage, root, begun, isRemote, recorder);
  }
}

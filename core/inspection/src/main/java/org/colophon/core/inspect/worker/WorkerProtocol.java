// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;

/**
 * The big-endian protocol of the pipes. Both programs must come from the same build, which the
 * version proves.
 *
 * <pre>
 * worker:   HELLO                                        once, when it is ready
 * service:  name, n, n x (key, value), path, media type, prefix (long), content, content
 * worker:   n &gt;= 0, n x (type, data)    or   -1, message
 *
 * text and bytes:  length (int), bytes          content:  size (long, -1 if absent), bytes
 * </pre>
 */
final class WorkerProtocol {
  static final int HELLO = 0x436f6c01;
  static final int FAILED = -1;
  private static final long ABSENT = -1;
  private static final int MAX_LENGTH = 64 << 20;
  private static final int MAX_MESSAGE_CHARS = 500;
  private static final int BUFFER_BYTES = 64 << 10;

  private WorkerProtocol() {}

  static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MAX_LENGTH) {
      throw new IOException("a length of " + length + " in the data from the pipe");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the pipe ended within a text");
    }
    return bytes;
  }

  static void writeMap(DataOutputStream out, Map<String, String> map) throws IOException {
    out.writeInt(map.size());
    for (Map.Entry<String, String> each : map.entrySet()) {
      writeText(out, each.getKey());
      writeText(out, each.getValue());
    }
  }

  static Map<String, String> readMap(DataInputStream in) throws IOException {
    int size = in.readInt();
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(readText(in), readText(in));
    }
    return map;
  }

  static void writeContent(DataOutputStream out, Content content) throws IOException {
    out.writeLong(content.exists() ? content.sizeBytes() : ABSENT);
    if (content.exists()) {
      try (InputStream in = content.stream()) {
        byte[] buffer = new byte[BUFFER_BYTES];
        long rest = content.sizeBytes();
        while (rest > 0) {
          int count = in.read(buffer, 0, (int) Math.min(buffer.length, rest));
          if (count < 0) {
            throw new EOFException("the content ended " + rest + " bytes early");
          }
          out.write(buffer, 0, count);
          rest -= count;
        }
      }
    }
  }

  /** Reads the size of the following content; negative if absent. */
  static long readContentSize(DataInputStream in) throws IOException {
    return in.readLong();
  }

  static void writeFindings(DataOutputStream out, List<Finding> findings) throws IOException {
    out.writeInt(findings.size());
    for (Finding each : findings) {
      writeText(out, each.type());
      writeBytes(out, each.data().toArray());
    }
  }

  static void writeFailure(DataOutputStream out, Throwable failure) throws IOException {
    String message = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    out.writeInt(FAILED);
    writeText(out, message.substring(0, Math.min(message.length(), MAX_MESSAGE_CHARS)));
  }

  /**
   * Reads the answer.
   *
   * @throws InspectionFailedException if the inspector threw
   */
  static List<Finding> readFindings(DataInputStream in) throws IOException {
    int size = in.readInt();
    if (size == FAILED) {
      throw new InspectionFailedException(readText(in));
    }
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      findings.add(new Finding(readText(in), Bytes.wrap(readBytes(in))));
    }
    return findings;
  }
}

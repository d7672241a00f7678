// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.util.List;
import org.colophon.core.error.ErrorCode;

/**
 * Selection of changes for an inspector, and the limits under which it runs.
 *
 * @param globs files by name, such as {@code *.txt}; a pattern with a slash applies to whole paths.
 * @param mediaTypes files by type, such as {@code text/*}. A file is inspected if a glob or a type
 *     matches; the type is detected only if no glob matches.
 * @param maxBytes the maximum number of bytes that may differ, before or after the change.
 * @param timeoutMillis the time limit of one inspection.
 * @param isolatedTypes media types that are inspected in a worker JVM, which is killed at the time
 *     limit; empty for none.
 * @param memoryMebibytes the heap of such a worker JVM.
 * @param readsTail true if the inspector needs only the part that may differ. Then {@code maxBytes}
 *     bounds the bytes after {@link Change#equalPrefixBytes}, else the whole content. For an empty
 *     or absent file such an inspector limits its own reading.
 */
public record InspectorTraits(
    List<String> globs,
    List<String> mediaTypes,
    long maxBytes,
    long timeoutMillis,
    List<String> isolatedTypes,
    int memoryMebibytes,
    boolean readsTail) {
  private static final long DEFAULT_MAX_BYTES = 8L << 20;
  private static final long DEFAULT_TIMEOUT_MILLIS = 5_000;
  private static final int DEFAULT_MEMORY_MEBIBYTES = 256;

  /** Checks that limits are positive. */
  public InspectorTraits {
    globs = List.copyOf(globs);
    mediaTypes = List.copyOf(mediaTypes);
    isolatedTypes = List.copyOf(isolatedTypes);
    positive("max-bytes", maxBytes);
    positive("timeout", timeoutMillis);
    positive("memory", memoryMebibytes);
  }

  /** Returns traits with moderate limits (8 MiB, 5 seconds) and no isolation. */
  public static InspectorTraits of(List<String> globs, List<String> mediaTypes) {
    return new InspectorTraits(
        globs,
        mediaTypes,
        DEFAULT_MAX_BYTES,
        DEFAULT_TIMEOUT_MILLIS,
        List.of(),
        DEFAULT_MEMORY_MEBIBYTES,
        false);
  }

  public InspectorTraits withGlobs(List<String> value) {
    return new InspectorTraits(
        value, mediaTypes, maxBytes, timeoutMillis, isolatedTypes, memoryMebibytes, readsTail);
  }

  public InspectorTraits withMediaTypes(List<String> value) {
    return new InspectorTraits(
        globs, value, maxBytes, timeoutMillis, isolatedTypes, memoryMebibytes, readsTail);
  }

  public InspectorTraits withMaxBytes(long value) {
    return new InspectorTraits(
        globs, mediaTypes, value, timeoutMillis, isolatedTypes, memoryMebibytes, readsTail);
  }

  public InspectorTraits withTimeoutMillis(long value) {
    return new InspectorTraits(
        globs, mediaTypes, maxBytes, value, isolatedTypes, memoryMebibytes, readsTail);
  }

  /**
   * Returns traits that inspect these media types in a worker JVM with a heap of the given size.
   */
  public InspectorTraits isolated(List<String> types, int mebibytes) {
    return new InspectorTraits(
        globs, mediaTypes, maxBytes, timeoutMillis, types, mebibytes, readsTail);
  }

  /** Returns traits of an inspector that reads only the part that may differ. */
  public InspectorTraits readingTail() {
    return new InspectorTraits(
        globs, mediaTypes, maxBytes, timeoutMillis, isolatedTypes, memoryMebibytes, true);
  }

  private static void positive(String what, long value) {
    if (value <= 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the " + what + " of an inspector is positive, not " + value);
    }
  }
}

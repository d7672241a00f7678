// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import org.colophon.core.model.Bytes;

/**
 * One change to a file's content, from its opening to its closing.
 *
 * @param path the file's name when it was closed; bytes that a hostile program may have chosen
 * @param mediaType the detected type, such as {@code text/plain}
 * @param before the content before; {@link Content#absent} if the file was new
 * @param after the content after, or {@link Content#absent} if the file was removed
 * @param equalPrefixBytes the number of leading bytes that are known to be equal in both; 0 if
 *     nothing is known. After a pure append it is the size of the old content
 */
public record Change(
    Bytes path, String mediaType, Content before, Content after, long equalPrefixBytes) {
  /** Returns a change without a known equal prefix. */
  public static Change of(Bytes path, String mediaType, Content before, Content after) {
    return new Change(path, mediaType, before, after, 0);
  }

  /** Returns the part of the path after its last slash. */
  public Bytes name() {
    return path.slice(path.lastIndexOf('/') + 1, path.length());
  }
}

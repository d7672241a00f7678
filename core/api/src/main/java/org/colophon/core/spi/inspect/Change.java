package org.colophon.core.spi.inspect;

import org.colophon.core.model.Bytes;

/**
 * One change to a file's content, from when it was opened to when it was closed.
 *
 * @param path the file's name when it was closed; bytes that a hostile program may have chosen
 * @param mediaType what the content seems to be, such as {@code text/plain}
 * @param before what it held; {@link Content#absent} if the file was new
 * @param after what it holds, or {@link Content#absent} if it is gone
 * @param equalPrefixBytes so many bytes at the beginning are known to be the same before and after;
 *     0 if nothing is known. A file that was only appended to has all of the old content here
 */
public record Change(
    Bytes path, String mediaType, Content before, Content after, long equalPrefixBytes) {
  /** A change of which nothing more is known. */
  public static Change of(Bytes path, String mediaType, Content before, Content after) {
    return new Change(path, mediaType, before, after, 0);
  }

  /** The part of the path behind its last slash. */
  public Bytes name() {
    return path.slice(path.lastIndexOf('/') + 1, path.length());
  }
}

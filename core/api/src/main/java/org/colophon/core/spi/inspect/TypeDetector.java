package org.colophon.core.spi.inspect;

import org.colophon.core.model.Bytes;

/**
 * Tells the media type of content. Colophon brings a simple one; a plug-in that knows more lists
 * its own in {@code META-INF/services/org.colophon.core.spi.inspect.TypeDetector}. Any number of
 * threads at once; runs in the service, so it looks at the given bytes and no further.
 */
public interface TypeDetector {
  /** What is answered when nothing is known. */
  String UNKNOWN = "application/octet-stream";

  /** How many bytes at the beginning a detector gets to see, if there are as many. */
  int HEAD_BYTES = 8 << 10;

  /**
   * The media type, in lower case and without parameters; {@link #UNKNOWN} if none is known.
   *
   * @param name the file's name, without its folders
   * @param head the first bytes of the content; empty to go by the name alone
   */
  String typeOf(Bytes name, byte[] head);
}

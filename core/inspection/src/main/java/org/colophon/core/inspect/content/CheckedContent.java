package org.colophon.core.inspect.content;

import org.colophon.core.spi.inspect.Content;

/** Content of which can be asked, after reading, whether it was what it claims to be. */
public interface CheckedContent extends Content {
  /** What is wrong with what was read, in words; empty if nothing is. */
  String trouble();
}

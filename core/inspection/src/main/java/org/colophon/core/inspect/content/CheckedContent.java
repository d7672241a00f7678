// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import org.colophon.core.spi.inspect.Content;

/** Content that can report, after reading, if it was changed or lost. */
public interface CheckedContent extends Content {
  /** Returns the error of the content as text; empty if the content is valid. */
  String problem();
}

// SPDX-License-Identifier: Apache-2.0
/**
 * Journal of the records that survive suppression, in LSN order, checksummed, in segment files.
 * Group commit makes it durable, and storage adapters read it. {@link
 * org.colophon.core.journal.format.FrameFormat} and {@link org.colophon.core.journal.SegmentFormat}
 * document the layout.
 */
@NullMarked
package org.colophon.core.journal;

import org.jspecify.annotations.NullMarked;

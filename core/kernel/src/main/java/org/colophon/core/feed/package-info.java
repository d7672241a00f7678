// SPDX-License-Identifier: Apache-2.0
/**
 * The exact feed: every committed frame of a journal in order, exactly once, resumable by LSN.
 *
 * <p>A follower, the archive and a shipper read the same feed. A frame has the same bytes
 * everywhere. Only its checksum depends on where it is stored, see {@link
 * org.colophon.core.journal.format.FrameFormat}.
 */
@NullMarked
package org.colophon.core.feed;

import org.jspecify.annotations.NullMarked;

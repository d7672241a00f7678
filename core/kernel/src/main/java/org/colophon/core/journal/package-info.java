/**
 * The journal: what survives suppression, in LSN order, checksummed, in segment files. Durable by
 * group commit; read behind by the storage adapters. The layout is drawn in {@link
 * org.colophon.core.journal.format.FrameFormat} and {@link
 * org.colophon.core.journal.SegmentFormat}.
 */
package org.colophon.core.journal;

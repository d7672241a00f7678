// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

/**
 * The state of an archive.
 *
 * @param lastLsn last LSN of the sealed files
 * @param lostLsns number of LSNs that the journal released before they were archived
 * @param failure the reason why nothing is archived now; empty if all is well
 */
public record ArchiveStatus(String directory, long lastLsn, long lostLsns, String failure) {}

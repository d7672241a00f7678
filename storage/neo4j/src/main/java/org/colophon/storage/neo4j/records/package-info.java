// SPDX-License-Identifier: Apache-2.0
/** Times of LSNs, snapshots, gaps and extended records. */
@NullMarked
package org.colophon.storage.neo4j.records;

import org.jspecify.annotations.NullMarked;

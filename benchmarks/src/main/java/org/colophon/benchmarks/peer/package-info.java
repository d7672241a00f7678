// SPDX-License-Identifier: Apache-2.0
/**
 * Other stores for the same logical records: Berkeley DB, LMDB and SQLite. Each has a schema that
 * suits it, and all are queried with the same algorithm. They show the benefit of Colophon's own
 * store.
 */
@NullMarked
package org.colophon.benchmarks.peer;

import org.jspecify.annotations.NullMarked;

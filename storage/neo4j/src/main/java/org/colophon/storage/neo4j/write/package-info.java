// SPDX-License-Identifier: Apache-2.0
/** The write path: collects records in a window and writes it as one transaction. One thread. */
@NullMarked
package org.colophon.storage.neo4j.write;

import org.jspecify.annotations.NullMarked;

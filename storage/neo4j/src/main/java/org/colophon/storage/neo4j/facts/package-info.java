// SPDX-License-Identifier: Apache-2.0
/** Facts of the graph as lineage reads them, cached in decoded form. Any thread. */
@NullMarked
package org.colophon.storage.neo4j.facts;

import org.jspecify.annotations.NullMarked;

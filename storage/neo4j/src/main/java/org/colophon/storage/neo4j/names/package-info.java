// SPDX-License-Identifier: Apache-2.0
/**
 * The tree of names. It is written within the writer's transaction and read within the reader's.
 */
@NullMarked
package org.colophon.storage.neo4j.names;

import org.jspecify.annotations.NullMarked;

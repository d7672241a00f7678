// SPDX-License-Identifier: Apache-2.0
/** Commands that use a store's graph database: {@code cypher}, {@code ask} and {@code bolt}. */
@NullMarked
package org.colophon.cli.graph;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Queries, targets and results: {@link org.colophon.query.api.LineageQuery}, {@link
 * org.colophon.query.api.Lineage} and the reports. All types except builders are immutable values.
 */
@NullMarked
package org.colophon.query.api;

import org.jspecify.annotations.NullMarked;

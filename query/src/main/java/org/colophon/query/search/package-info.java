// SPDX-License-Identifier: Apache-2.0
/** Searches along recorded links: lineages, paths and gaps, within limits. */
@NullMarked
package org.colophon.query.search;

import org.jspecify.annotations.NullMarked;

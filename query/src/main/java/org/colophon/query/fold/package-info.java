// SPDX-License-Identifier: Apache-2.0
/**
 * Folds of a lineage: process trees, alike parts, similar files and long chains become one cluster
 * each. Opening a fold replaces it by a bounded number of clusters.
 */
@NullMarked
package org.colophon.query.fold;

import org.jspecify.annotations.NullMarked;

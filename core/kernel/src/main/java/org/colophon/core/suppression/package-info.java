// SPDX-License-Identifier: Apache-2.0
/**
 * Record suppression (Story Book, TaPP 2009). Accesses of one process to one version of an object
 * in one mode may repeat. One that occurs once is kept unchanged. Of repeated ones the first and
 * the last are kept, with their count and bytes.
 */
@NullMarked
package org.colophon.core.suppression;

import org.jspecify.annotations.NullMarked;

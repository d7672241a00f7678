// SPDX-License-Identifier: Apache-2.0
/**
 * Lineages folded to fit on a screen, with node positions for drawing. A process tree, a group of
 * similar files or a long chain is displayed as a single node until it is expanded.
 */
@NullMarked
package org.colophon.query.view;

import org.jspecify.annotations.NullMarked;

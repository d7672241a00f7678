// SPDX-License-Identifier: Apache-2.0
/** A write-only storage adapter: one DOT file that Graphviz can draw at any time while it grows. */
@NullMarked
package org.colophon.storage.graphviz;

import org.jspecify.annotations.NullMarked;

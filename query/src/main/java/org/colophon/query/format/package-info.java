// SPDX-License-Identifier: Apache-2.0
/** Lineages as drawings: DOT and SVG, with the labels of their nodes. */
@NullMarked
package org.colophon.query.format;

import org.jspecify.annotations.NullMarked;

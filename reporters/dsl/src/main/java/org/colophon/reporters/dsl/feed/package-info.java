// SPDX-License-Identifier: Apache-2.0
/** Interprets the lines of a feed: converts vertices, edges and events to operations. */
@NullMarked
package org.colophon.reporters.dsl.feed;

import org.jspecify.annotations.NullMarked;

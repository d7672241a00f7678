// SPDX-License-Identifier: Apache-2.0
/** Parses lines, times and escaped text of feeds and documents. */
@NullMarked
package org.colophon.reporters.dsl.text;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Sources of lines: named pipes, files and standard input. */
@NullMarked
package org.colophon.reporters.dsl.source;

import org.jspecify.annotations.NullMarked;

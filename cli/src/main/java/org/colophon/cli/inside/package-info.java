// SPDX-License-Identifier: Apache-2.0
/** Compiler commands that instrument functions, and options to trace function calls and bytes. */
@NullMarked
package org.colophon.cli.inside;

import org.jspecify.annotations.NullMarked;

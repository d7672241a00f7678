// SPDX-License-Identifier: Apache-2.0
/** Console and output of the commands: terminal-safe text, colours on a terminal only, and JSON. */
@NullMarked
package org.colophon.cli.output;

import org.jspecify.annotations.NullMarked;

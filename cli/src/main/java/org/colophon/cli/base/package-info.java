// SPDX-License-Identifier: Apache-2.0
/** Base classes of all commands, shared options, and the report of errors and exit codes. */
@NullMarked
package org.colophon.cli.base;

import org.jspecify.annotations.NullMarked;

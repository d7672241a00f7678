// SPDX-License-Identifier: Apache-2.0
/** The root command, and the commands that use no store: plug-ins, completion, demo, comparison. */
@NullMarked
package org.colophon.cli.command;

import org.jspecify.annotations.NullMarked;

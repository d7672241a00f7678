// SPDX-License-Identifier: Apache-2.0
/** Finds a command, starts it with the state of the launcher's process, and sends signals to it. */
@NullMarked
package org.colophon.reporters.replay.command;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Recording with a reporter in the process of a command. Operations are stored in a store that the
 * command opens, or sent to a running service.
 */
@NullMarked
package org.colophon.cli.recording;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Matches the commits in a binary log with the changes in another log, and records which changes
 * took effect.
 */
@NullMarked
package org.colophon.reporters.mysql.confirmation;

import org.jspecify.annotations.NullMarked;

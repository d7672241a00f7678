// SPDX-License-Identifier: Apache-2.0
/**
 * Follows log files through rotation and truncation, and splits them into lines. Used by reporters
 * of logs and feeds.
 */
@NullMarked
package org.colophon.reporters.common.follow;

import org.jspecify.annotations.NullMarked;

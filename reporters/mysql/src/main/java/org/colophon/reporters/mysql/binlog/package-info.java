// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the commits in binary logs of MySQL and MariaDB in row format, in their order. Independent
 * of other logs and of sessions.
 */
@NullMarked
package org.colophon.reporters.mysql.binlog;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the logs of MySQL and MariaDB servers. Reports the users, their statements and
 * transactions, and the tables and files that the statements read and wrote.
 */
@NullMarked
package org.colophon.reporters.mysql;

import org.jspecify.annotations.NullMarked;

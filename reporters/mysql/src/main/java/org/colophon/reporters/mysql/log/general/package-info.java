// SPDX-License-Identifier: Apache-2.0
/** Parses the general query log of MySQL and MariaDB. */
@NullMarked
package org.colophon.reporters.mysql.log.general;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Parses the log of the MariaDB plug-in server_audit. */
@NullMarked
package org.colophon.reporters.mysql.log.audit;

import org.jspecify.annotations.NullMarked;

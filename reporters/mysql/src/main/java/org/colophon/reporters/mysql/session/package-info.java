// SPDX-License-Identifier: Apache-2.0
/**
 * Interprets the records of a log: statements become processes that read and write tables and
 * files, within sessions and transactions.
 */
@NullMarked
package org.colophon.reporters.mysql.session;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Tests with logs of real servers, intact and damaged. */
package org.colophon.reporters.mysql.binlog;

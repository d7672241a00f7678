// SPDX-License-Identifier: Apache-2.0
/** Tests the parsers of logs. */
package org.colophon.reporters.mysql.log;

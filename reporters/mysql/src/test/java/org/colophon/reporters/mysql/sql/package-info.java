// SPDX-License-Identifier: Apache-2.0
/** Tests the analysis of statements. */
package org.colophon.reporters.mysql.sql;

// SPDX-License-Identifier: Apache-2.0
/**
 * Histories as Parquet tables, for DuckDB, Spark and other engines. An optional plug-in, because of
 * DuckDB's native library.
 */
@NullMarked
package org.colophon.exports.parquet;

import org.jspecify.annotations.NullMarked;

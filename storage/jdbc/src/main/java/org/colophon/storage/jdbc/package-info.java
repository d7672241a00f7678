// SPDX-License-Identifier: Apache-2.0
/**
 * The relational storage adapter: an H2 database in the adapter's directory, or a schema of a
 * PostgreSQL server. docs/reference/relational.md describes the tables.
 */
@NullMarked
package org.colophon.storage.jdbc;

import org.jspecify.annotations.NullMarked;

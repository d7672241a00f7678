// SPDX-License-Identifier: Apache-2.0
/** A fake storage engine for tests of commands that need Cypher. */
package org.colophon.cli.fake;

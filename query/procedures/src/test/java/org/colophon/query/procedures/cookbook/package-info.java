// SPDX-License-Identifier: Apache-2.0
/** Runs {@code docs/how-to/cypher-cookbook.md} on a build that was really recorded. */
package org.colophon.query.procedures.cookbook;

// SPDX-License-Identifier: Apache-2.0
/**
 * The interactive prompt for Cypher. It reads statements over several lines, completes words, saves
 * a history of statements, and runs the statements. All code except signal handlers runs on the
 * caller's thread.
 */
@NullMarked
package org.colophon.cli.prompt;

import org.jspecify.annotations.NullMarked;

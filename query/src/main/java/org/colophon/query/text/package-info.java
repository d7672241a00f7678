// SPDX-License-Identifier: Apache-2.0
/**
 * Formats of answers as text and JSON: tables, lines that fit into a terminal, readable values. The
 * command and the service share them, so that both return the same answers.
 */
@NullMarked
package org.colophon.query.text;

import org.jspecify.annotations.NullMarked;

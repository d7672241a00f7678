// SPDX-License-Identifier: Apache-2.0
/**
 * Answers to Cypher statements: parameters, formats, and the display of values. Depends on {@code
 * core.spi.cypher}, but not on an engine.
 */
@NullMarked
package org.colophon.cli.cypher;

import org.jspecify.annotations.NullMarked;

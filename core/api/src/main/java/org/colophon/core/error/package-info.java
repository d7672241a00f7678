// SPDX-License-Identifier: Apache-2.0
/**
 * Error codes of Colophon, each with the party that has to act. Imports no other package of
 * Colophon.
 */
@NullMarked
package org.colophon.core.error;

import org.jspecify.annotations.NullMarked;

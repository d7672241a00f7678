// SPDX-License-Identifier: Apache-2.0
/**
 * Operations as lines of JSON: parsed, and applied to a sink. docs/reference/http-api.md describes
 * the lines.
 */
@NullMarked
package org.colophon.service.line;

import org.jspecify.annotations.NullMarked;

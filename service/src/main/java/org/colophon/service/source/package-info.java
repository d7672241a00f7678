// SPDX-License-Identifier: Apache-2.0
/** Sources of numbered lines, with their durable positions. Each line is recorded once. */
@NullMarked
package org.colophon.service.source;

import org.jspecify.annotations.NullMarked;

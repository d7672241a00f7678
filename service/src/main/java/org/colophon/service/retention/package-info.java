// SPDX-License-Identifier: Apache-2.0
/** Deletion of old facts, on schedule and on request. */
@NullMarked
package org.colophon.service.retention;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** JSON of answers and log lines. */
@NullMarked
package org.colophon.service.json;

import org.jspecify.annotations.NullMarked;

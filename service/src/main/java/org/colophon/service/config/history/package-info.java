// SPDX-License-Identifier: Apache-2.0
/** Settings for copies of histories. */
@NullMarked
package org.colophon.service.config.history;

import org.jspecify.annotations.NullMarked;

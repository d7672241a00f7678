// SPDX-License-Identifier: Apache-2.0
/** Configuration of a service as immutable values with defaults. */
@NullMarked
package org.colophon.service.config;

import org.jspecify.annotations.NullMarked;

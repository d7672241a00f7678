// SPDX-License-Identifier: Apache-2.0
/** Slow verification of the store while the service runs. */
@NullMarked
package org.colophon.service.verify;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Stores of the other hosts that report to the service. */
@NullMarked
package org.colophon.service.host;

import org.jspecify.annotations.NullMarked;

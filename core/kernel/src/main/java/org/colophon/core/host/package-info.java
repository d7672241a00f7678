// SPDX-License-Identifier: Apache-2.0
/** Hosts whose histories a service keeps: one store for each host. */
@NullMarked
package org.colophon.core.host;

import org.jspecify.annotations.NullMarked;

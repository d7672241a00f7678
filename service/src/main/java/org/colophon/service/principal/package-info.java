// SPDX-License-Identifier: Apache-2.0
/** Principals: callers over TCP, each with its own token and rights. */
@NullMarked
package org.colophon.service.principal;

import org.jspecify.annotations.NullMarked;

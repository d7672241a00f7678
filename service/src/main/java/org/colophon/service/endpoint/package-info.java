// SPDX-License-Identifier: Apache-2.0
/** Endpoints of the HTTP API. */
@NullMarked
package org.colophon.service.endpoint;

import org.jspecify.annotations.NullMarked;

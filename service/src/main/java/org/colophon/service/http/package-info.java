// SPDX-License-Identifier: Apache-2.0
/** Requests and answers: parameters, routes, limits, problem+json and server-sent events. */
@NullMarked
package org.colophon.service.http;

import org.jspecify.annotations.NullMarked;

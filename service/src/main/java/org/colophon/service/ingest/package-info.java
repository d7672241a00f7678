// SPDX-License-Identifier: Apache-2.0
/** Requests with lines that are not numbered, and the pool of sinks for all requests. */
@NullMarked
package org.colophon.service.ingest;

import org.jspecify.annotations.NullMarked;

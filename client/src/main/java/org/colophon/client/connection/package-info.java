// SPDX-License-Identifier: Apache-2.0
/**
 * Client of a running service: connections, requests and answers over HTTP/1.1. Failures have the
 * same exceptions as in an embedded kernel.
 */
@NullMarked
package org.colophon.client.connection;

import org.jspecify.annotations.NullMarked;

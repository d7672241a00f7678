// SPDX-License-Identifier: Apache-2.0
/**
 * The web server: connectors for the socket file and TCP, access control and dispatch to routes.
 */
@NullMarked
package org.colophon.service.http.server;

import org.jspecify.annotations.NullMarked;

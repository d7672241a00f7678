// SPDX-License-Identifier: Apache-2.0
/** Tests of the client with a service that sends given bytes. */
package org.colophon.client.connection;

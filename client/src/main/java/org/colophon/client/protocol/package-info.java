// SPDX-License-Identifier: Apache-2.0
/**
 * Definitions that the service and its client share: the address of a store's service, trusted
 * users, headers, media types and limits.
 */
@NullMarked
package org.colophon.client.protocol;

import org.jspecify.annotations.NullMarked;

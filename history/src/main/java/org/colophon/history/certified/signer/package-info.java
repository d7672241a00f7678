// SPDX-License-Identifier: Apache-2.0
/** A separate process that has the key of a log and signs for a service. */
@NullMarked
package org.colophon.history.certified.signer;

import org.jspecify.annotations.NullMarked;

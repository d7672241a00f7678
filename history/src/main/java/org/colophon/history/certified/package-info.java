// SPDX-License-Identifier: Apache-2.0
/** Certification of a growing history: the signer of the log, and requests to witnesses. */
@NullMarked
package org.colophon.history.certified;

import org.jspecify.annotations.NullMarked;

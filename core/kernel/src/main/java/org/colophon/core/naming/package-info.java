// SPDX-License-Identifier: Apache-2.0
/**
 * Maps the current names and identities to ids. Reporters look them up on their own threads. The
 * store answers for earlier runs, as of the LSN at which this run began.
 */
@NullMarked
package org.colophon.core.naming;

import org.jspecify.annotations.NullMarked;

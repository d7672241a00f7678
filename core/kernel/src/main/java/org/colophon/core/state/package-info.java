// SPDX-License-Identifier: Apache-2.0
/** State that the sinks of one kernel share: gate, names, positions and identities. */
@NullMarked
package org.colophon.core.state;

import org.jspecify.annotations.NullMarked;

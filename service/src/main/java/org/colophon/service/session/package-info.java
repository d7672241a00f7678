// SPDX-License-Identifier: Apache-2.0
/** Browser sessions: one-time codes, and the cookies for which they are exchanged. */
@NullMarked
package org.colophon.service.session;

import org.jspecify.annotations.NullMarked;

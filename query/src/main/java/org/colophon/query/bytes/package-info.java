// SPDX-License-Identifier: Apache-2.0
/** Origins of ranges of bytes, followed through files, pipes and sockets. */
@NullMarked
package org.colophon.query.bytes;

import org.jspecify.annotations.NullMarked;

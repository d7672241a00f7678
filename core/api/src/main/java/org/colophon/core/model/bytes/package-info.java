// SPDX-License-Identifier: Apache-2.0
/** Origins of the bytes of objects. */
@NullMarked
package org.colophon.core.model.bytes;

import org.jspecify.annotations.NullMarked;

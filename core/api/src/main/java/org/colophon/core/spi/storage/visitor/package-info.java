// SPDX-License-Identifier: Apache-2.0
/** Callbacks that a store calls for each fact it reads. */
@NullMarked
package org.colophon.core.spi.storage.visitor;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Queries of a program that has a store but no service. */
@NullMarked
package org.colophon.query.store;

import org.jspecify.annotations.NullMarked;

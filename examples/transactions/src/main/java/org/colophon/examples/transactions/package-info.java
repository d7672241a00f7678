// SPDX-License-Identifier: Apache-2.0
/** An application that commits in its database and in Colophon together. */
@NullMarked
package org.colophon.examples.transactions;

import org.jspecify.annotations.NullMarked;

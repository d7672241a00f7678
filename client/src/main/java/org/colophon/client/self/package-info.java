// SPDX-License-Identifier: Apache-2.0
/** Reports of a program about its own operations, in the order in which they happen. */
@NullMarked
package org.colophon.client.self;

import org.jspecify.annotations.NullMarked;

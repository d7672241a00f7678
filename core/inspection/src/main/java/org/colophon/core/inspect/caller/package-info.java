// SPDX-License-Identifier: Apache-2.0
/** Calls inspectors in this JVM or in a worker JVM. */
@NullMarked
package org.colophon.core.inspect.caller;

import org.jspecify.annotations.NullMarked;

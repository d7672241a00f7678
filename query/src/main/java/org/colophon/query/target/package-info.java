// SPDX-License-Identifier: Apache-2.0
/** Targets of questions: a name, a path or a table, at one time, resolved to recorded objects. */
@NullMarked
package org.colophon.query.target;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Names of objects, processes and folded groups in answers, and filters by those names. */
@NullMarked
package org.colophon.query.naming;

import org.jspecify.annotations.NullMarked;

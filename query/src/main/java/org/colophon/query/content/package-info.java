// SPDX-License-Identifier: Apache-2.0
/** Reports about versions of files with one content. */
@NullMarked
package org.colophon.query.content;

import org.jspecify.annotations.NullMarked;

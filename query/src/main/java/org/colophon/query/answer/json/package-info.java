// SPDX-License-Identifier: Apache-2.0
/** Answers as JSON. */
@NullMarked
package org.colophon.query.answer.json;

import org.jspecify.annotations.NullMarked;

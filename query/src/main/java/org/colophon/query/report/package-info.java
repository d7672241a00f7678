// SPDX-License-Identifier: Apache-2.0
/** Answers about one object: its details, its history and the difference of two lineages. */
@NullMarked
package org.colophon.query.report;

import org.jspecify.annotations.NullMarked;

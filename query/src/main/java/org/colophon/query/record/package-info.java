// SPDX-License-Identifier: Apache-2.0
/** Formats of extended records for people and programs: patches as diffs, JSON as tables. */
@NullMarked
package org.colophon.query.record;

import org.jspecify.annotations.NullMarked;

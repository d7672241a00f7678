// SPDX-License-Identifier: Apache-2.0
/** The inspector of tables: columns, their types, and the number of rows. */
@NullMarked
package org.colophon.inspectors.table;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The inspector of metadata: the data that Apache Tika extracts from a file, without its text. */
@NullMarked
package org.colophon.inspectors.tika;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The inspector of office documents: author, title, revision and other properties. */
@NullMarked
package org.colophon.inspectors.office;

import org.jspecify.annotations.NullMarked;

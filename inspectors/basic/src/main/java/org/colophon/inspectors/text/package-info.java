// SPDX-License-Identifier: Apache-2.0
/** The inspector of texts: changes as a unified diff. */
@NullMarked
package org.colophon.inspectors.text;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Lineages as graphs of jobs and datasets, in the form of Marquez. */
@NullMarked
package org.colophon.query.dataset;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Writers of lineages, by the name of their format. A file's or process's name cannot forge content
 * of an export.
 */
@NullMarked
package org.colophon.query.export;

import org.jspecify.annotations.NullMarked;

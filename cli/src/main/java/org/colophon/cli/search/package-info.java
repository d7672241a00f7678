// SPDX-License-Identifier: Apache-2.0
/** Commands that search a whole store instead of following a target. */
@NullMarked
package org.colophon.cli.search;

import org.jspecify.annotations.NullMarked;

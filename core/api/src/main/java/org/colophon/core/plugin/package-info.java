// SPDX-License-Identifier: Apache-2.0
/** Finds plug-ins by name, on the class path and in directories of their own. */
@NullMarked
package org.colophon.core.plugin;

import org.jspecify.annotations.NullMarked;

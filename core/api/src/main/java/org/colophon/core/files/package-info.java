// SPDX-License-Identifier: Apache-2.0
/** File operations, user names and descriptor limits that Java's library does not provide. */
@NullMarked
package org.colophon.core.files;

import org.jspecify.annotations.NullMarked;

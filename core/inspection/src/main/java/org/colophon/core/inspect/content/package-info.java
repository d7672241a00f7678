// SPDX-License-Identifier: Apache-2.0
/**
 * Immutable contents of files, kept cheaply while the files are written. The first write that would
 * damage needed content makes a copy; opening the file does not.
 */
@NullMarked
package org.colophon.core.inspect.content;

import org.jspecify.annotations.NullMarked;

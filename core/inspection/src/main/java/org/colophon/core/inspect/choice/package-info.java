// SPDX-License-Identifier: Apache-2.0
/** Selection of inspectors for a change by name, media type and user options. */
@NullMarked
package org.colophon.core.inspect.choice;

import org.jspecify.annotations.NullMarked;

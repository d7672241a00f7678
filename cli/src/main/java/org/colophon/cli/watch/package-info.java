// SPDX-License-Identifier: Apache-2.0
/** The status of a store or of a running service, with a live view. */
@NullMarked
package org.colophon.cli.watch;

import org.jspecify.annotations.NullMarked;

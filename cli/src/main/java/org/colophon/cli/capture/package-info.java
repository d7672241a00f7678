// SPDX-License-Identifier: Apache-2.0
/** Commands that record: trace, mount, import, and those for the reporters of a service. */
@NullMarked
package org.colophon.cli.capture;

import org.jspecify.annotations.NullMarked;

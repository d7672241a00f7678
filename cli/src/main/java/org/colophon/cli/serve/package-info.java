// SPDX-License-Identifier: Apache-2.0
/** Commands that run a service. */
@NullMarked
package org.colophon.cli.serve;

import org.jspecify.annotations.NullMarked;

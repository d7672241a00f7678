// SPDX-License-Identifier: Apache-2.0
/** Rules that decide which facts a pruning keeps. */
@NullMarked
package org.colophon.core.retention.rule;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Commands that query a store: lineage, why, history, diff, show, inspect, export and status. */
@NullMarked
package org.colophon.cli.question;

import org.jspecify.annotations.NullMarked;

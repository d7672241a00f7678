// SPDX-License-Identifier: Apache-2.0
/** Creates the objects that record one log, and saves and restores their state. */
@NullMarked
package org.colophon.reporters.mysql.recorder;

import org.jspecify.annotations.NullMarked;

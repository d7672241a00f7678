// SPDX-License-Identifier: Apache-2.0
/** State of traced processes: tasks, descriptors, mappings and sockets. */
@NullMarked
package org.colophon.reporters.replay.state;

import org.jspecify.annotations.NullMarked;

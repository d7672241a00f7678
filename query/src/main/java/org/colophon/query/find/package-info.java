// SPDX-License-Identifier: Apache-2.0
/** Search for objects, processes, agents and extended records by their recorded properties. */
@NullMarked
package org.colophon.query.find;

import org.jspecify.annotations.NullMarked;
